import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CutView } from '../../../../src-shared/contract/cut.ts';
import { createDeliveringApp, deliver } from '../../../fakes/features/delivering-app.ts';
import { stillBytes } from '../../../fakes/sample-project.ts';
import { clientOf, ofProject, ofYours } from './cuts-fixture.ts';

/** Starts an app with a delivered version of its project. */
async function createDelivered() {
  const delivering = await createDeliveringApp();
  const { app, projectId } = delivering;
  const { deliveryId, folderPath } = await deliver(app, projectId, 'FCPXML');
  const of = { kind: 'version', deliveryId } as const;
  return { ...delivering, ...clientOf(app), deliveryId, versionFolder: folderPath ?? '', of };
}

const namesOf = ({ scenes, timeline }: CutView) =>
  scenes.map(({ pictures: [clip] }) => {
    const media = timeline.media.find(({ mediaId }) => mediaId === clip.mediaId);
    return media?.fileName;
  });

function mediaNamed({ media }: CutView, name: string) {
  return Object.values(media).find(({ fileName }) => fileName === name);
}

test('a version plays from its folder, and nothing else of that folder or elsewhere does', async () => {
  const { client, open, projectId, of, versionFolder } = await createDelivered();
  const cut = await client.call('cut.get', { projectId, of });
  expect(namesOf(cut)).toEqual(['scene-01.png', 'scene-02.png', 'scene-03.png']);
  expect(cut).toMatchObject({ edits: [], takes: [], updatedAt: null, canUndo: false });
  const picture = mediaNamed(cut, 'scene-01.png');
  expect(picture).toMatchObject({ state: 'ready' });
  expect(await open(picture?.path)).toEqual({ status: 200, text: stillBytes.toString() });
  await writeFile(join(versionFolder, 'media', 'scene-01.png'), 'root:x:0:0');
  expect(await open(picture?.path)).toMatchObject({ status: 404 });
  await expect(
    client.call('cut.get', { projectId, of: { kind: 'version', deliveryId: 'gone' } }),
  ).rejects.toMatchObject({ code: 'not_found' });
});

test('a version becomes your cut, which can be undone', async () => {
  const { client, open, projectId, deliveryId, service } = await createDelivered();
  service.changeTimeline = (timeline) => ({
    ...timeline,
    tracks: timeline.tracks.map((track) => ({ ...track, items: track.items.slice(0, 2) })),
  });
  expect(namesOf(await client.call('cut.get', { projectId, of: ofProject }))).toHaveLength(2);
  const restored = await client.call('cut.restore', { projectId, deliveryId });
  expect(namesOf(restored)).toEqual(['scene-01.png', 'scene-02.png', 'scene-03.png']);
  expect(restored.edits.map(({ kind }) => kind)).toContain('added');
  expect(await open(mediaNamed(restored, 'scene-03.png')?.path)).toMatchObject({ status: 200 });
  expect(namesOf(await client.call('cut.undo', { projectId }))).toHaveLength(2);
  expect(namesOf(await client.call('cut.get', { projectId, of: ofYours }))).toHaveLength(2);
});

test('a version whose cut is yours stays out of the trash until you discard it', async () => {
  const { client, projectId, deliveryId, versionFolder } = await createDelivered();
  await client.call('cut.get', { projectId, of: ofProject });
  await client.call('cut.restore', { projectId, deliveryId });
  const discard = () => client.call('delivery.discard', { deliveryId });
  await expect(discard()).rejects.toMatchObject({ code: 'conflict', details: { reason: 'in_your_cut' } });
  expect((await stat(versionFolder)).isDirectory()).toBe(true);
  await client.call('cut.discard', { projectId });
  expect(await discard()).toMatchObject({ state: 'trashed' });
});

test('a returned cut plays with its media where they lie', async () => {
  const { client, open, projectId, app } = await createDelivered();
  const { returnId } = await app.services.returns.practise();
  const cut = await client.call('cut.get', { projectId, of: { kind: 'return', returnId } });
  expect(cut.scenes.length).toBeGreaterThan(0);
  expect(new Set(Object.values(cut.media).map(({ state }) => state))).toEqual(new Set(['ready']));
  const [first] = namesOf(cut);
  expect(await open(mediaNamed(cut, first ?? '')?.path)).toEqual({
    status: 200,
    text: stillBytes.toString(),
  });
});
