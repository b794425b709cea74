import type { Material } from '../../../src-shared/contract/material.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { RemixSources, SentFile } from '../../components/remix/remix-sources.ts';
import type { AppState } from '../../state/app-state.svelte.ts';
import { chooseMaterials } from '../../state/library-materials.ts';
import { kindOfFileType, remixSourcesOf } from '../../state/remix-sources.ts';

function named({ materialId, displayName }: Material): SentFile {
  return { fileId: materialId, displayName };
}

/** What remix actions and caption styles of a generation choose from. Files are sent with the generation. */
export function remixSources(app: AppState, text: TextOf): RemixSources {
  const { draft, intake } = app;
  const sendFile: RemixSources['sendFile'] = async (file) => {
    const material = await intake.takeRemixFile(file);
    return material && named(material);
  };
  const chooseFile: RemixSources['chooseFile'] = async (type) => {
    const [material] = await chooseMaterials(app, { kinds: [kindOfFileType[type]], most: 1 });
    if (!material) return null;
    draft.change({ remixFiles: [...draft.fields.remixFiles, material] });
    return named(material);
  };
  const fileName = (materialId: string): string =>
    draft.fields.remixFiles.find((file) => file.materialId === materialId)?.displayName ?? '';
  return remixSourcesOf(app, { sendFile, chooseFile, fileName }, text);
}
