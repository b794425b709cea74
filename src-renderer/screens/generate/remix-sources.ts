import type { Material } from '../../../src-shared/contract/material.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { RemixSources, SentFile } from '../../components/remix/remix-sources.ts';
import type { AppState } from '../../state/app-state.svelte.ts';
import { takeFromLibrary } from '../../state/library-materials.ts';
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
    const question = { kinds: [kindOfFileType[type]], most: 1 };
    const [material] = await takeFromLibrary(app, question, ({ remixFiles }, chosen) => ({
      remixFiles: [...remixFiles, chosen],
    }));
    return material ? named(material) : null;
  };
  const fileName = (materialId: string): string =>
    draft.fields.remixFiles.find((file) => file.materialId === materialId)?.displayName ?? '';
  return remixSourcesOf(app, { sendFile, chooseFile, fileName }, text);
}
