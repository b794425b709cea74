import type { MaterialKind } from '../../src-shared/contract/material.ts';
import type { TextOf } from '../../src-shared/i18n/messages.ts';
import { withFile } from '../components/remix/remix-draft.ts';
import type { GiveFile, RemixSources, SentFile } from '../components/remix/remix-sources.ts';
import type { AppState } from './app-state.svelte.ts';
import { entityItems, languageItems, voiceItems } from './catalogue-items.ts';

type FileSource = Pick<RemixSources, 'sendFile' | 'chooseFile' | 'fileName'>;

/** What the library calls the files remix actions take. */
export const kindOfFileType = { AUDIO: 'audio', IMAGE: 'image' } as const satisfies Record<
  string,
  MaterialKind
>;

/** What the fields of a remix action choose from, as the service at hand offers it. */
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

/** Sends files to the library at once, or takes those that are there, for an action lined up for a project. */
export function libraryFiles(app: AppState, projectId: string, actionId: string): FileSource {
  const { sentFiles, library, remixes, attempt } = app;
  const giveFile =
    ({ fileId }: SentFile): GiveFile =>
    () => {
      remixes.setDrafts(projectId, withFile(remixes.draftsOf(projectId), actionId, fileId));
    };
  return {
    sendFile: async (file) => {
      let give: GiveFile | null = null;
      await attempt(async () => {
        give = giveFile(await sentFiles.send(file));
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
