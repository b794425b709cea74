import type { MaterialKind } from '../../src-shared/contract/material.ts';
import type { TextOf } from '../../src-shared/i18n/messages.ts';
import type { RemixSources } from '../components/remix/remix-sources.ts';
import type { AppState } from './app-state.svelte.ts';
import { entityItems, languageItems, voiceItems } from './catalogue-items.ts';

type FileSource = Pick<RemixSources, 'sendFile' | 'chooseFile' | 'fileName'>;

/** What the library calls the files remix actions take. */
export const kindOfFileType = { AUDIO: 'audio', IMAGE: 'image' } as const satisfies Record<
  string,
  MaterialKind
>;

/** What the fields of remix actions choose from, as the service at hand offers it. */
export function remixSourcesOf(app: AppState, files: FileSource, text: TextOf): RemixSources {
  const { catalogue } = app;
  return {
    voices: (chosenId) =>
      voiceItems(catalogue, catalogue.voicesFor(null, chosenId), text, (path) => app.mediaUrl(path)),
    languages: () => languageItems(catalogue),
    actors: () => entityItems(catalogue, 'ACTOR'),
    isPending: !catalogue.isLoaded && catalogue.error === null,
    ...files,
  };
}

/** Sends files to the library at once, or takes those that are there. */
export function libraryFiles({ sentFiles, library, attempt }: AppState): FileSource {
  return {
    sendFile: async (file) => {
      let sent: Awaited<ReturnType<RemixSources['sendFile']>> = null;
      await attempt(async () => {
        sent = await sentFiles.send(file);
      });
      return sent;
    },
    chooseFile: async (type) => {
      const [file] = await library.choose({ kinds: [kindOfFileType[type]], most: 1 });
      return file ? sentFiles.know({ fileId: file.fileId, displayName: file.displayName }) : null;
    },
    fileName: (fileId) => sentFiles.nameOf(fileId),
  };
}
