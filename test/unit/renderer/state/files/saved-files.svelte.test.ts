// @vitest-environment runes
import { expect, test } from 'vitest';
import { SavedFiles } from '../../../../../src-renderer/state/files/saved-files.svelte.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientOf } from '../fake-client.ts';

test('a saved still of a scene belongs to no export, nor to one that has not reached the service', async () => {
  const saved = new SavedFiles({ client: clientOf(new FakeMain()) });
  const stop = saved.open('prj_0000');
  await saved.saveSceneMedia('prj_0000', 0);
  await saved.saveMovie('prj_0000', 'exp_1');
  expect(saved.files.map(({ exportId }) => exportId).toSorted()).toEqual(['exp_1', null]);
  expect(saved.ofExport(null)).toEqual([]);
  expect(saved.ofExport('exp_1').map(({ exportId }) => exportId)).toEqual(['exp_1']);
  stop();
});

test('a saved still belongs to its scene until the scene may have another one', async () => {
  const main = new FakeMain();
  const client = clientOf(main);
  const saved = new SavedFiles({ client });
  const stop = saved.open('prj_0000');
  const scene = async (index: number) =>
    (await client.call('project.get', { projectId: 'prj_0000' })).scenes?.[index];
  await saved.saveSceneMedia('prj_0000', 0);
  const before = await scene(0);
  expect(before && saved.ofScene(before)?.path).toContain('scene-1.png');
  const other = await scene(1);
  expect(other && saved.ofScene(other)).toBeUndefined();
  expect(
    before && saved.ofScene({ ...before, thumbnailPath: `${before.thumbnailPath}/later` }),
  ).toBeUndefined();
  expect(saved.ofScene({ thumbnailPath: null })).toBeUndefined();
  stop();
});
