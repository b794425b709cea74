import type { Material } from '../../../src-shared/contract/material.ts';
import type { AppState } from '../app-state.svelte.ts';
import type { DraftFields } from '../draft/draft-fields.ts';
import type { LibraryQuestion } from './library.svelte.ts';

/** What takes files from the library into a draft. */
export type LibraryParts = Pick<AppState, 'library' | 'draft' | 'intake' | 'connections' | 'attempt'>;

/**
 * Lets the user choose files of the library and adds them as materials to the draft shown at the call, even if another
 * is shown by the time the service answers. Shows refusals as notices. Resolves to the added materials.
 */
export async function takeFromLibrary(
  { library, draft, intake, connections, attempt }: LibraryParts,
  question: LibraryQuestion,
  place: (fields: DraftFields, material: Material) => Partial<DraftFields>,
): Promise<Material[]> {
  const { place: asked } = draft;
  const { connectionId } = connections.current;
  const files = await library.choose(question);
  const taken: Material[] = [];
  intake.addingCount += files.length;
  for (const { fileId } of files) {
    await attempt(async () => {
      if (connections.current.connectionId !== connectionId) return;
      const material = await library.use(fileId);
      const fields = draft.fieldsAt(asked);
      if (!fields) return;
      draft.changeAt(asked, place(fields, material));
      taken.push(material);
    });
    intake.addingCount -= 1;
  }
  return taken;
}
