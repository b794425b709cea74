import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Platform } from '../../../../src-main/platform.ts';
import { writeFiltered } from '../../../fakes/filtered-media.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { realEngine } from '../../../fakes/real-engine.ts';
import { until } from '../../../fakes/turned-clock.ts';
import { createCuts, ofProject, ofYours } from './cuts-fixture.ts';

vi.setConfig({ testTimeout: 180_000 });

/** Starts an app whose second scene shows a clip of the user in ProRes. */
async function createWithClip(platform: Partial<Platform>) {
  const cuts = await createCuts(platform);
  const { app, client, projectId, change } = cuts;
  await client.call('cut.get', { projectId, of: ofProject });
  const path = join(await makeFolder(), 'own.mov');
  const filters = 'color=red:size=320x180:rate=30:duration=1,format=yuv422p10le';
  writeFiltered(path, { pictures: { filters, encoder: 'prores_ks' } });
  const measured = { durationSeconds: 1, size: { width: 320, height: 180 }, hasSound: false };
  const source = { file: await app.fileGrants.grantPath(path), measured };
  const { media } = await client.call('cut.addTake', { projectId, sceneId: '2', kind: 'picture', source });
  if (!media) throw new Error('The take has no media.');
  await change({ kind: 'replacePicture', sceneId: '2', media, sourceStartFrame: 0 });
  const mediaOf = async (from = client) => {
    const view = await from.call('cut.get', { projectId, of: ofYours });
    return view.media[media.mediaId];
  };
  return { ...cuts, path, mediaOf };
}

test('a clip that the page cannot play is made playable once, and stays so over a restart', async () => {
  const engineLauncher = realEngine();
  const { mediaOf, open, changed, startAgain, path } = await createWithClip({ engineLauncher });
  const first = await mediaOf();
  const seen = new Set<string | undefined>();
  changed.length = 0;
  await until(async () => {
    const media = await mediaOf();
    seen.add(media?.state);
    return media?.path?.endsWith('-proxy') ?? false;
  });
  expect(seen).toContain('making');
  expect(changed.length, 'the page is told of its end').toBeGreaterThanOrEqual(1);
  const made = await mediaOf();
  expect(made).toMatchObject({ state: 'ready', fileName: 'own.mov', codec: 'ProRes 10-bit' });
  expect(made?.path).not.toBe(first?.path);
  const played = await open(made?.path);
  expect([played.status, played.text?.slice(4, 12)]).toEqual([200, 'ftypisom']);

  const again = await startAgain();
  expect(await mediaOf(again.client)).toMatchObject({ state: 'ready', path: made?.path });
  await utimes(path, 1, 1);
  await until(async () => (await mediaOf(again.client))?.state === 'making');
});

test('without the engine the page tries the file itself', async () => {
  const { mediaOf, open } = await createWithClip({});
  const media = await mediaOf();
  expect(media).toMatchObject({ state: 'ready', codec: null });
  expect((await open(media?.path)).text?.slice(4, 12)).toBe('ftypqt  ');
});
