import type { FakeMain } from '../../fakes/page/fake-main.ts';

/** Script of a few paragraphs. */
export const sampleScript = `Before the first ferry leaves, the harbour belongs to the gulls and the night watch. Lamps go out one by one along the quay.

On the far side the cranes begin to turn, slow as clocks. A pilot boat cuts the flat water into two mirrors, and for a moment the city hangs upside down in it.

By seven the market has taken the square. Nobody looks at the sea. Everyone can hear it.`;

/** Adds running, finished and failed jobs of every kind. */
export function fillMain(main: FakeMain): void {
  const now = Math.floor(Date.now() / 1000);
  const { generations, deliveries } = main;
  generations.add({
    title: 'Wind over Patagonia',
    state: 'succeeded',
    progress: 1,
    projectId: 'prj_0008',
    createdAt: now - 90_000,
  });
  generations.add({
    title: 'Deep field',
    state: 'failed',
    progress: 0.4,
    createdAt: now - 8_000,
    error: { code: 'generation_failed', message: 'The run ended in FAILED.', details: {} },
  });
  generations.add({
    title: 'Harbour lights',
    state: 'running',
    stage: 'pictures',
    progress: 0.46,
    createdAt: now - 60,
  });
  const bundle = { projectId: 'prj_0000', mediaDelivery: 'BUNDLE' } as const;
  deliveries.add({
    ...bundle,
    format: 'PREMIERE_XML',
    state: 'done',
    progress: 1,
    receivedBytes: 96_400_000,
    fileCount: 9,
    folderName: 'Harbour_lights_v001',
    folderPath: '/media/raid/Dailies/Harbour_lights/Harbour_lights_v001',
    createdAt: now - 86_400,
    finishedAt: now - 86_000,
  });
  deliveries.add({
    ...bundle,
    format: 'FCPXML',
    state: 'downloading',
    progress: 0.33,
    receivedBytes: 412_000_000,
    totalBytes: 1_240_000_000,
    bytesPerSecond: 38_000_000,
    createdAt: now - 20,
  });
}
