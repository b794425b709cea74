import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { fillMain } from './fill-main.ts';

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Details of a drive that lacks 3.2 GB. */
export const fullDrive = {
  folder: '/Volumes/Projects SSD/Dailies',
  neededBytes: 3_512_000_000,
  freeBytes: 312_000_000,
};

/** Adds jobs and transfers in every state, in addition to those of `fillMain`. */
export function fillActivity(main: FakeMain): void {
  fillMain(main);
  const now = Math.floor(Date.now() / 1000);
  const { activity } = main;
  activity.addTransfer({
    displayName: 'Harbour_lights_v002.zip',
    owner: { kind: 'delivery', id: 'del-2', title: 'Harbour lights' },
    state: 'running',
    doneBytes: 412_000_000,
    totalBytes: 1_240_000_000,
    bytesPerSecond: 38_000_000,
    secondsLeft: 22,
  });
  activity.addTransfer({
    direction: 'upload',
    displayName: 'rushes 04.mov',
    state: 'paused',
    doneBytes: 96_000_000,
    totalBytes: 812_000_000,
  });
  const waits = [
    ['network', 'night train.mov'],
    ['space', 'atlas of forgotten islands, master in ProRes 4444 with alpha.mov'],
  ] as const;
  for (const [waitingFor, displayName] of waits) {
    const missingRoom = waitingFor === 'space' ? fullDrive : null;
    activity.addTransfer({
      displayName,
      state: 'waiting',
      waitingFor,
      missingRoom,
      doneBytes: 31_000_000,
    });
  }
  activity.addTransfer({
    direction: 'upload',
    displayName: 'interview.wav',
    state: 'waiting',
    waitingFor: 'decision',
    duplicateOf: 'Interview with a clockmaker.wav',
    totalBytes: 48_300_000,
    sha256,
    fileId: 'file_8f14e45f',
  });
  activity.addTransfer({ direction: 'upload', displayName: 'slides.pdf', totalBytes: 2_100_000 });
  activity.addTransfer({ direction: 'upload', displayName: 'حديقة في الصحراء.wav', totalBytes: 9_100_000 });
  activity.addTransfer({
    direction: 'upload',
    displayName: 'quay.mp4',
    state: 'failed',
    doneBytes: 12_000_000,
    totalBytes: 88_000_000,
    finishedAt: now - 500,
    error: {
      code: 'file_unreadable',
      message: 'The source changed.',
      details: { displayName: 'quay.mp4' },
    },
  });
  activity.addTransfer({
    displayName: 'Harbour_lights_v001.zip',
    state: 'done',
    doneBytes: 96_400_000,
    totalBytes: 96_400_000,
    sha256,
    finishedAt: now - 86_000,
    createdAt: now - 86_400,
  });
  activity.addTransfer({
    displayName: 'city of stairs.mp4',
    state: 'cancelled',
    doneBytes: 1_000_000,
    finishedAt: now - 600,
  });
  activity.addJob({ kind: 'tool', title: 'Remove background: kettle.mp4', progress: 0.62 });
  activity.addJob({ kind: 'interchange', title: 'Swifts', state: 'queued' });
  activity.addJob({ kind: 'remix', title: 'Trailer: Night train', state: 'unknown', finishedAt: now - 700 });
}
