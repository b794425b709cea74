// @vitest-environment runes
import { expect, onTestFinished, test } from 'vitest';
import { Framing } from '../../../../../src-renderer/screens/projects/scenes/framing.svelte.ts';
import { SceneWork } from '../../../../../src-renderer/screens/projects/scenes/scene-work.svelte.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { appOf } from '../../state/fake-app.ts';

const place = { scale: 2, x: 0.1, y: 0 };

/** Opens the cut of a project, with its first scene selected. */
async function openFraming() {
  const main = new FakeMain();
  const { cuts } = await appOf(main);
  const project = main.projects.find(({ status }) => status === 'ready');
  onTestFinished(cuts.open(project?.projectId ?? ''));
  await expect.poll(() => cuts.view).not.toBeNull();
  const work = new SceneWork({
    cuts,
    playback: () => {
      throw new Error('Nothing plays.');
    },
    isCutShown: () => false,
    attempt: async (action) => {
      await action();
    },
  });
  const [first = '', second = ''] = work.order;
  work.selection.set([first]);
  const motions = () => work.scenes.slice(0, 2).map(({ pictures: [picture] }) => picture.motion);
  return { main, cuts, work, second, motions, framing: new Framing(cuts, work) };
}

test('a framing that is let go of in two ways at once is one step', async () => {
  const { main, cuts, framing, motions } = await openFraming();
  framing.drag('from', place);
  const release = main.hold('cut.change');
  const both = Promise.all([framing.release(), framing.release()]);
  release();
  await both;
  expect(motions()[0]).toEqual([{ frame: 0, ...place }]);
  expect(framing.preview).toBeNull();
  await cuts.undo();
  expect(cuts.view?.canUndo).toBe(false);
});

test('a framing stays with its scene when another is selected before it is let go of', async () => {
  const { framing, work, second, motions } = await openFraming();
  const [, before] = motions();
  framing.drag('from', place);
  work.selection.set([second]);
  expect(framing.preview).toBeNull();
  await framing.release();
  expect(motions()).toEqual([[{ frame: 0, ...place }], before]);
});
