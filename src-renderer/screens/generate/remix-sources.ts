import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { RemixSources } from '../../components/remix/remix-sources.ts';
import type { AppState } from '../../state/app-state.svelte.ts';
import { remixSourcesOf } from '../../state/remix-sources.ts';

/** What remix actions and caption styles of a generation choose from. Files are sent with the generation. */
export function remixSources({ catalogue, draft, intake }: AppState, text: TextOf): RemixSources {
  const sendFile: RemixSources['sendFile'] = async (file) => {
    const material = await intake.takeRemixFile(file);
    return material && { fileId: material.materialId, displayName: material.displayName };
  };
  const fileName = (materialId: string): string =>
    draft.fields.remixFiles.find((file) => file.materialId === materialId)?.displayName ?? '';
  return remixSourcesOf(catalogue, { sendFile, fileName }, text);
}
