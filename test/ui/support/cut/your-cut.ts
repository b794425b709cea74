import type { CutView } from '../../../../src-shared/contract/cut.ts';
import type { Change } from '../../../../src-timeline/changes/change.ts';
import type { FakeMain } from '../../../fakes/page/fake-main.ts';

const projectId = 'prj_0000';

/** Returns your cut of the first project, as the page reads it. */
export async function yourCut(main: FakeMain): Promise<CutView> {
  const reply = await main.invoke({ name: 'cut.get', input: { projectId, of: { kind: 'yours' } } });
  if (!reply.ok) throw new Error('There is no cut.');
  return reply.value as CutView;
}

/** Makes one step in your cut of the first project. */
export async function changeCut(main: FakeMain, ...changes: readonly Change[]): Promise<void> {
  const { updatedAt } = await yourCut(main);
  const reply = await main.invoke({ name: 'cut.change', input: { projectId, updatedAt, changes } });
  if (!reply.ok) throw new Error('The cut was not changed.');
}

/** Makes one step that removes scenes. */
export function removeScenes(main: FakeMain, ...sceneIds: readonly string[]): Promise<void> {
  return changeCut(main, ...sceneIds.map((sceneId) => ({ kind: 'remove', sceneId }) as const));
}

/** Adds a file of the library as a take of a scene's picture. Returns its id. */
export async function addPicture(main: FakeMain, sceneId: string): Promise<string> {
  const input = { projectId, sceneId, kind: 'picture', source: { library: 'file-1' } };
  const reply = await main.invoke({ name: 'cut.addTake', input });
  if (!reply.ok) throw new Error('The take was not added.');
  return (reply.value as { takeId: string }).takeId;
}
