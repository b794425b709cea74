import type { TextOf } from '../../../../src-shared/i18n/messages.ts';
import type { RemixSources } from '../../../components/remix/remix-sources.ts';
import { getTools } from '../../../state/app-tools.ts';
import { keyOfDraft } from '../../../state/draft/draft-store.ts';
import type { DraftPlace } from '../../../state/draft/draft.svelte.ts';
import {
  getLibraryParts,
  type LibraryParts,
  takeFromLibrary,
} from '../../../state/files/library-materials.ts';
import {
  type ActionFile,
  actionFile,
  type CatalogueParts,
  giveTo,
  kindOfFileType,
  remixSourcesOf,
  sendFor,
  sendingNameOf,
} from '../../../state/jobs/remix-sources.ts';
import { getCatalogue } from '../../../state/service/catalogue.svelte.ts';

/** What the options of remix actions in a draft need. */
export interface DraftRemixParts extends LibraryParts, CatalogueParts {}

/** Returns the parts of the page. Call while a component is created. */
export function getDraftRemixParts(): DraftRemixParts {
  const { mediaUrl } = getTools();
  return { ...getLibraryParts(), catalogue: getCatalogue(), mediaUrl };
}

/**
 * Returns the options for a remix action, by its id, or for a generation's caption style. Files are sent with the
 * generation.
 */
export function remixSources(parts: DraftRemixParts, text: TextOf, actionId: string | null): RemixSources {
  const { draft, intake } = parts;
  const fileAt = (place: DraftPlace): ActionFile =>
    actionFile(actionId, {
      key: keyOfDraft(place),
      read: () => draft.fieldsAt(place)?.remixDrafts ?? [],
      write: (remixDrafts) => {
        draft.changeAt(place, { remixDrafts });
      },
    });
  const sendFile: RemixSources['sendFile'] = (file) =>
    sendFor(fileAt(draft.place), file, async () => (await intake.takeRemixFile(file))?.materialId ?? null);
  const chooseFile: RemixSources['chooseFile'] = async (type) => {
    const { place } = draft;
    const question = { kinds: [kindOfFileType[type]], most: 1 };
    const [material] = await takeFromLibrary(parts, question, ({ remixFiles }, chosen) => ({
      remixFiles: [...remixFiles, chosen],
    }));
    return material ? giveTo(fileAt(place), material.materialId) : null;
  };
  const fileName = (materialId: string): string =>
    draft.fields.remixFiles.find((file) => file.materialId === materialId)?.displayName ?? '';
  const sendingName = sendingNameOf(actionId, { key: draft.key });
  return remixSourcesOf(parts, { sendFile, chooseFile, fileName, sendingName }, text);
}
