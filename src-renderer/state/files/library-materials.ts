import type { Material } from '../../../src-shared/contract/material.ts';
import { getTools } from '../app-tools.ts';
import type { DraftFields } from '../draft/draft-fields.ts';
import { type Draft, getDraft } from '../draft/draft.svelte.ts';
import { type Connections, getConnections } from '../service/connections.svelte.ts';
import { getIntake, type Intake } from './intake.svelte.ts';
import { getLibrary, type Library, type LibraryQuestion } from './library.svelte.ts';

/** What takes files from the library into a draft. */
export interface LibraryParts {
  readonly library: Library;
  readonly draft: Draft;
  readonly intake: Intake;
  readonly connections: Connections;
  /** Runs an action; shows an error as a notice. */
  readonly attempt: (action: () => Promise<unknown>) => Promise<void>;
}

/** Returns the parts of the page. Call while a component is created. */
export function getLibraryParts(): LibraryParts {
  const { attempt } = getTools();
  return {
    library: getLibrary(),
    draft: getDraft(),
    intake: getIntake(),
    connections: getConnections(),
    attempt,
  };
}

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
