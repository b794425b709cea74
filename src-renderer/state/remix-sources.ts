import type { MaterialKind } from '../../src-shared/contract/material.ts';
import type { TextOf } from '../../src-shared/i18n/messages.ts';
import { withFile } from '../components/remix/remix-draft.ts';
import type { GiveFile, RemixSources, SentFile } from '../components/remix/remix-sources.ts';
import type { AppState } from './app-state.svelte.ts';
import { entityItems, languageItems, voiceItems } from './catalogue-items.ts';

type FileSource = Pick<RemixSources, 'sendFile' | 'chooseFile' | 'fileName'>;

/** Maps the file types of remix actions to the library's kinds. */
export const kindOfFileType = { AUDIO: 'audio', IMAGE: 'image' } as const satisfies Record<
  string,
  MaterialKind
>;

/** Returns the options for the fields of a remix action, as the present service offers them. */
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

/** Uploads files to the library at once, or lets the user choose existing ones, for an action queued for a project. */
export function libraryFiles(app: AppState, projectId: string, actionId: string): FileSource {
  const { connection, sentFiles, library, remixes, attempt } = app;
  const giveFile =
    ({ fileId }: SentFile): GiveFile =>
    () => {
      remixes.setDrafts(projectId, withFile(remixes.draftsOf(projectId), actionId, fileId));
    };
  return {
    sendFile: async (file) => {
      let give: GiveFile | null = null;
      await attempt(async () => {
        give = giveFile(await sentFiles.send(connection.current.connectionId, file));
      });
      return give;
    },
    chooseFile: async (type) => {
      const [file] = await library.choose({ kinds: [kindOfFileType[type]], most: 1 });
      if (!file) return null;
      return giveFile(sentFiles.know({ fileId: file.fileId, displayName: file.displayName }));
    },
    fileName: (fileId) => sentFiles.nameOf(fileId),
  };
}
