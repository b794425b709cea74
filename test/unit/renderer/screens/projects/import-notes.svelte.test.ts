// @vitest-environment runes
import { expect, onTestFinished, test } from 'vitest';
import { SceneWork } from '../../../../../src-renderer/screens/projects/scenes/scene-work.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { appOf } from '../../state/fake-app.ts';

/** Opens the cut of the first project. */
async function openWork(main: FakeMain) {
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
  return { cuts, work };
}

test('notes are counted if they were added, and not if main refuses them', async () => {
  const main = new FakeMain();
  const { work } = await openWork(main);
  const file = new File(['Timecode,Comment\n00:00:00:10,Louder\n'], 'notes.csv');
  expect(await work.importNotes([file])).toBe(1);
  main.failNext('cut.change', new AppError('disk_full', 'The disk is full.'));
  expect(await work.importNotes([file])).toBeNull();
});

test('notes are refused if the project has another cut by the time they are read', async () => {
  const main = new FakeMain();
  const { cuts, work } = await openWork(main);
  const [project] = main.projects;
  const file = new File(['Timecode,Comment\n00:00:00:10,Louder\n'], 'notes.csv');
  file.text = async () => {
    if (project) project.updatedAt += 60;
    cuts.refresh();
    await expect.poll(() => cuts.view?.updatedAt).toBe(project?.updatedAt);
    return 'Timecode,Comment\n00:00:00:10,Louder\n';
  };
  expect(await work.importNotes([file])).toBeNull();
});
