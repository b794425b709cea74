// @vitest-environment runes
import { expect, onTestFinished, test } from 'vitest';
import { SceneWork } from '../../../../../src-renderer/screens/projects/scenes/scene-work.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { appOf } from '../../state/fake-app.ts';

test('notes are counted if they were added, and not if main refuses them', async () => {
  const main = new FakeMain();
  const { cuts } = await appOf(main);
  onTestFinished(cuts.open(main.projects[0]?.projectId ?? ''));
  await expect.poll(() => cuts.view).not.toBeNull();
  const work = new SceneWork({
    cuts,
    playback: () => {
      throw new Error('Nothing plays.');
    },
    isCutShown: () => false,
    attempt: async (action) => {
      await action().catch(() => undefined);
    },
  });
  const file = new File(['Timecode,Comment\n00:00:00:10,Louder\n'], 'notes.csv');
  expect(await work.importNotes([file])).toBe(1);
  main.failNext('cut.change', new AppError('disk_full', 'The disk is full.'));
  expect(await work.importNotes([file])).toBeNull();
});
