import type { TextOf } from '../../src-shared/i18n/messages.ts';
import type { RemixSources } from '../components/remix/remix-sources.ts';
import type { AppState } from './app-state.svelte.ts';
import { entityItems, languageItems, voiceItems } from './catalogue-items.ts';
import type { Catalogue } from './catalogue.svelte.ts';

type FileSource = Pick<RemixSources, 'sendFile' | 'fileName'>;

/** What the fields of remix actions choose from, as the service at hand offers it. */
export function remixSourcesOf(catalogue: Catalogue, files: FileSource, text: TextOf): RemixSources {
  return {
    voices: voiceItems(catalogue, catalogue.voices, text),
    languages: languageItems(catalogue),
    actors: entityItems(catalogue, 'ACTOR'),
    isPending: !catalogue.isLoaded && catalogue.error === null,
    ...files,
  };
}

/** Sends files to the library at once. */
export function libraryFiles({ sentFiles, attempt }: Pick<AppState, 'sentFiles' | 'attempt'>): FileSource {
  return {
    sendFile: async (file) => {
      let sent: Awaited<ReturnType<RemixSources['sendFile']>> = null;
      await attempt(async () => {
        sent = await sentFiles.send(file);
      });
      return sent;
    },
    fileName: (fileId) => sentFiles.nameOf(fileId),
  };
}
