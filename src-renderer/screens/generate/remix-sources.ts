import type { Material } from '../../../src-shared/contract/material.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import { withFile } from '../../components/remix/remix-draft.ts';
import type { GiveFile, RemixSources } from '../../components/remix/remix-sources.ts';
import type { AppState } from '../../state/app-state.svelte.ts';
import type { DraftPlace } from '../../state/draft.svelte.ts';
import { takeFromLibrary } from '../../state/library-materials.ts';
import { kindOfFileType, remixSourcesOf } from '../../state/remix-sources.ts';

/**
 * Returns the options for a remix action, by its id, or for a generation's caption style. Files are sent with the
 * generation.
 */
export function remixSources(app: AppState, text: TextOf, actionId: string | null): RemixSources {
  const { draft, intake } = app;
  const giveAt =
    (place: DraftPlace, { materialId }: Material): GiveFile =>
    () => {
      const drafts = draft.fieldsAt(place)?.remixDrafts ?? [];
      draft.changeAt(place, { remixDrafts: withFile(drafts, actionId, materialId) });
    };
  const sendFile: RemixSources['sendFile'] = async (file) => {
    const { place } = draft;
    const material = await intake.takeRemixFile(file);
    return material && giveAt(place, material);
  };
  const chooseFile: RemixSources['chooseFile'] = async (type) => {
    const { place } = draft;
    const question = { kinds: [kindOfFileType[type]], most: 1 };
    const [material] = await takeFromLibrary(app, question, ({ remixFiles }, chosen) => ({
      remixFiles: [...remixFiles, chosen],
    }));
    return material ? giveAt(place, material) : null;
  };
  const fileName = (materialId: string): string =>
    draft.fields.remixFiles.find((file) => file.materialId === materialId)?.displayName ?? '';
  return remixSourcesOf(app, { sendFile, chooseFile, fileName }, text);
}
