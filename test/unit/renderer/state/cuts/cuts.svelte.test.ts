// @vitest-environment runes
import { expect, test, vi } from 'vitest';
import { Cuts } from '../../../../../src-renderer/state/cuts/cuts.svelte.ts';
import { FileGrants } from '../../../../../src-renderer/state/files/file-grants.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientWaitingFor } from '../fake-client.ts';

test('an undo can be redone before main has answered', async () => {
  const { client, letGo } = clientWaitingFor(new FakeMain(), 'cut.undo');
  const fileGrants = new FileGrants({
    bridge: { grantFile: () => Promise.reject(new Error('No file is added.')) },
    findsTranscripts: false,
  });
  const cuts = new Cuts({ client, fileGrants, mediaUrl: (path) => path });
  cuts.open('prj_0000');
  await vi.waitUntil(() => cuts.view);
  const [first] = cuts.view?.scenes ?? [];
  await cuts.change([{ kind: 'remove', sceneId: first?.sceneId ?? '' }]);
  cuts.refresh();
  expect([cuts.canUndo, cuts.canRedo]).toEqual([true, false]);
  const undone = cuts.undo();
  expect(cuts.canRedo).toBe(true);
  await vi.waitUntil(() => letGo.length === 1);
  // The answer to a reading that began before the undo tells nothing of it.
  expect(cuts.canRedo).toBe(true);
  letGo[0]?.();
  await undone;
  expect([cuts.canUndo, cuts.canRedo]).toEqual([false, true]);
});
