import type { MaterialKind } from '../../src-shared/contract/material.ts';
import type { TextOf } from '../../src-shared/i18n/messages.ts';
import { type RemixDraft, withFile } from '../components/remix/remix-draft.ts';
import type { GiveFile, RemixSources } from '../components/remix/remix-sources.ts';
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

/** The file of a remix action that is in some queue, whether or not that is shown. */
export interface ActionFile {
  /** Id of the action. */
  readonly id: string;
  readonly get: () => unknown;
  /** Does nothing if the action no longer takes a file. */
  readonly set: (fileId: string) => void;
}

/** Finds an action's file in a queue, by the action's id. */
export function actionFile(
  id: string | null,
  queue: { readonly read: () => readonly RemixDraft[]; readonly write: (drafts: RemixDraft[]) => void },
): ActionFile {
  return {
    id: id ?? '',
    get: () => queue.read().find((draft) => draft.id === id)?.values['fileId'],
    set: (fileId) => {
      queue.write(withFile(queue.read(), id, fileId));
    },
  };
}

/** Number of the last file sent for each action. */
const lastSends = new Map<string, number>();

/**
 * Sends a new file for an action. The action has no file meanwhile, so that it is not started with the old one. If
 * `send` resolves to null, the action gets the old one back. The last of several files counts.
 */
export async function sendFor(
  file: ActionFile,
  send: () => Promise<string | null>,
): Promise<GiveFile | null> {
  const number = (lastSends.get(file.id) ?? 0) + 1;
  lastSends.set(file.id, number);
  const before = file.get();
  file.set('');
  const fileId = await send();
  if (lastSends.get(file.id) !== number) return null;
  if (fileId !== null) return giveTo(file, fileId);
  if (typeof before === 'string' && file.get() === '') file.set(before);
  return null;
}

export function giveTo(file: ActionFile, fileId: string): GiveFile {
  return () => {
    file.set(fileId);
  };
}

/** Uploads files to the library at once, or lets the user choose existing ones, for an action queued for a project. */
export function libraryFiles(app: AppState, projectId: string, actionId: string): FileSource {
  const { connection, sentFiles, library, remixes, attempt } = app;
  const own = actionFile(actionId, {
    read: () => remixes.draftsOf(projectId),
    write: (drafts) => {
      remixes.setDrafts(projectId, drafts);
    },
  });
  return {
    sendFile: (file) =>
      sendFor(own, async () => {
        let fileId: string | null = null;
        await attempt(async () => {
          ({ fileId } = await sentFiles.send(connection.current.connectionId, file));
        });
        return fileId;
      }),
    chooseFile: async (type) => {
      const [file] = await library.choose({ kinds: [kindOfFileType[type]], most: 1 });
      if (!file) return null;
      const { fileId } = sentFiles.know({ fileId: file.fileId, displayName: file.displayName });
      return giveTo(own, fileId);
    },
    fileName: (fileId) => sentFiles.nameOf(fileId),
  };
}
