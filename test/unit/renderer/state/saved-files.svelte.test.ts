// @vitest-environment runes
import { expect, test } from 'vitest';
import { SavedFiles } from '../../../../src-renderer/state/saved-files.svelte.ts';
import { FakeMain } from '../../../fakes/fake-main.ts';
import { clientOf } from './fake-client.ts';

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
