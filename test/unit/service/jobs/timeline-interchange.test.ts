import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawLogoFrame } from '../../../../src-service/engine/render/draw-logo.ts';
import { createTimelineInterchangeKind } from '../../../../src-service/jobs/timeline-interchange.ts';
import type { TimelineInterchangeState } from '../../../../src-service/jobs/timeline-interchange.ts';
import { emptySources } from '../../../../src-service/store/stored-file.ts';
import { openTestStore, plainFile, twoScenes } from '../../../fakes/store-fixture.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

const names: Record<string, string> = {
  vg_file_still: 'picture.png',
  vg_file_clip: 'picture.mp4',
  vg_file_speech1: 'speech.wav',
  vg_file_speech2: 'speech.wav',
  vg_file_music: 'music.mp3',
  vg_file_logo: 'logo.svg',
};
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10"/></svg>';

/** A project with music and a drawn logo, and the job that turns it into documents. */
async function setUp(state: Omit<TimelineInterchangeState, 'projectId'>) {
  const root = await makeTemporaryFolder();
  const workFolder = join(root, 'job');
  await mkdir(workFolder);
  const { store, clock } = await openTestStore(join(root, 'data'));
  const project = { projectId: 'p', teamId: 'team', userId: 'user', origin: 'api' } as const;
  const shape = { isHidden: false, title: 'Harbour', aspectRatio: { width: 16, height: 9 }, createdAt: 1 };
  store.projects.insert({ ...project, ...shape });
  const music = { fileId: 'vg_file_music', volume: 1 };
  const logo = { fileId: 'vg_file_logo', position: 'BOTTOM_RIGHT', sizePercent: 25 } as const;
  store.projects.complete('p', { ...twoScenes, music, logo }, 2);
  for (const [fileId, fileName] of Object.entries(names)) {
    const path = store.fileStore.temporaryPath();
    await writeFile(path, fileName === 'logo.svg' ? drawing : fileId);
    await store.fileStore.publish(fileId, fileName, path);
    const sources = emptySources('skipped');
    const download = { ...sources.download, status: 'ready', fileName, expiresAt: 9 } as const;
    store.files.insert(plainFile(fileId, { durationSeconds: 8, sources: { ...sources, download } }));
  }
  const kind = createTimelineInterchangeKind({
    ...store,
    clock,
    engine: { drawLogoFrame: async (request) => void (await drawLogoFrame(request)) },
    linkTo: (fileId, mediaName) => `https://media.example/${fileId}/${mediaName}`,
  });
  const [stage] = kind.stagesOf({ projectId: 'p', ...state });
  let madePath = '';
  await stage?.run({
    jobId: 'job',
    state: { projectId: 'p', ...state },
    workFolder,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    takeIn: async (_fileName, sourcePath) => {
      madePath = sourcePath;
      return 'vg_file_document';
    },
  });
  return { workFolder, made: (await readFile(madePath)).toString('latin1') };
}

test('a bundle has the music and the logo, drawn in its place on a frame of its own', async () => {
  const { workFolder, made } = await setUp({ format: 'FCPXML', mediaDelivery: 'BUNDLE' });
  for (const name of ['media/music.mp3', 'media/logo.png']) {
    // Once before its bytes, once in the directory.
    expect(made.split(`${name}`).length).toBeGreaterThanOrEqual(3);
  }
  expect(made).toContain('role="video.Logo"');
  const { data, info } = await sharp(join(workFolder, 'logo.png'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 1920, height: 1080, channels: 4 });
  const alphaAt = (x: number, y: number): number => data[(y * 1920 + x) * 4 + 3] ?? 0;
  // 480 × 240 pixels, 54 from the right and the lower edge.
  expect([alphaAt(1860, 1020), alphaAt(1390, 790), alphaAt(1380, 900), alphaAt(1870, 1000)]).toEqual([
    255, 255, 0, 0,
  ]);
});

test('a single document links to the music, and leaves out a logo that editors cannot read', async () => {
  const { made } = await setUp({ format: 'PREMIERE_XML', mediaDelivery: 'REMOTE_URLS' });
  expect(made).toContain('https://media.example/vg_file_music/music.mp3');
  expect(made).not.toContain('logo');
});
