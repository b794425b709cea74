import type { RemixSources } from '../../components/remix/remix-sources.ts';
import type { AppState } from '../../state/app-state.svelte.ts';
import { entityItems, languageItems, voiceItems } from './catalogue-items.ts';

/** What remix actions and caption styles of a generation choose from. Files are sent with the generation. */
export function remixSources(app: AppState, text: Parameters<typeof voiceItems>[2]): RemixSources {
  const { catalogue, draft, intake } = app;
  return {
    voices: voiceItems(catalogue, {}, text),
    languages: languageItems(catalogue),
    actors: entityItems(catalogue, 'ACTOR'),
    isPending: !catalogue.isLoaded && catalogue.error === null,
    sendFile: async (file) => {
      const material = await intake.takeRemixFile(file);
      return material && { fileId: material.materialId, displayName: material.displayName };
    },
    fileName: (materialId) =>
      draft.fields.remixFiles.find((file) => file.materialId === materialId)?.displayName ?? '',
  };
}
