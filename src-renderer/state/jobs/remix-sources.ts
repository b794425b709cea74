import { SvelteMap } from 'svelte/reactivity';
import type { MaterialKind } from '../../../src-shared/contract/material.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import { type RemixDraft, withFile } from '../../components/remix/remix-draft.ts';
import type { GiveFile, RemixSources } from '../../components/remix/remix-sources.ts';
import type { LibraryParts } from '../files/library-materials.ts';
import type { SentFiles } from '../files/sent-files.svelte.ts';
import { entityItems, languageItems, voiceItems } from '../service/catalogue-items.ts';
import type { Catalogue } from '../service/catalogue.svelte.ts';
import type { Remixes } from './remixes.svelte.ts';

type FileSource = Pick<RemixSources, 'sendFile' | 'chooseFile' | 'fileName' | 'sendingName'>;

/** Maps the file types of remix actions to the library's kinds. */
export const kindOfFileType = { AUDIO: 'audio', IMAGE: 'image' } as const satisfies Record<
  string,
  MaterialKind
>;

/** What the options of remix actions are read from. */
export interface CatalogueParts {
  readonly catalogue: Catalogue;
  /** Returns the address of a file that main serves. */
  readonly mediaUrl: (mediaPath: string) => string;
}

/** Returns the options for the fields of a remix action, as the present service offers them. */
export function remixSourcesOf(
  { catalogue, mediaUrl }: CatalogueParts,
  files: FileSource,
  text: TextOf,
): RemixSources {
  return {
    voices: (chosenId) => voiceItems(catalogue, catalogue.voicesFor(null, chosenId), text, mediaUrl),
    languages: () => languageItems(catalogue),
    actors: () => entityItems(catalogue, 'ACTOR', mediaUrl),
    isPending: !catalogue.isLoaded && catalogue.error === null,
    ...files,
  };
}

/** The file of a remix action that is in some queue, whether or not that is shown. */
export interface ActionFile {
  /** Identifies the action among those of all queues. */
  readonly key: string;
  /** Does nothing if the action no longer takes a file. */
  readonly set: (fileId: string) => void;
}

/** A queue of remix actions. */
interface ActionQueue {
  /** Identifies the queue. */
  readonly key: string;
  readonly read: () => readonly RemixDraft[];
  readonly write: (drafts: RemixDraft[]) => void;
}

/** Finds an action's file in a queue, by the action's id. */
export function actionFile(id: string | null, queue: ActionQueue): ActionFile {
  return {
    key: actionKey(id, queue),
    set: (fileId) => {
      queue.write(withFile(queue.read(), id, fileId));
    },
  };
}

function actionKey(id: string | null, { key }: Pick<ActionQueue, 'key'>): string {
  return `${key} ${id ?? ''}`;
}

interface Sending {
  readonly name: string;
}

/** The last file chosen for each action, while it is sent, by the action's key. */
const sends = new SvelteMap<string, Sending>();

/** Returns the name of the file that is being sent for an action; null if none is. */
export function sendingNameOf(id: string | null, queue: Pick<ActionQueue, 'key'>): string | null {
  return sends.get(actionKey(id, queue))?.name ?? null;
}

/**
 * Sends a new file for an action, which keeps its old one until the new one is there: the app may quit meanwhile. The
 * action must not be started before. Resolves to null after a failure, and if another file was chosen since.
 */
export async function sendFor(
  file: ActionFile,
  { name }: File,
  send: () => Promise<string | null>,
): Promise<GiveFile | null> {
  const own: Sending = { name };
  sends.set(file.key, own);
  const fileId = await send();
  if (sends.get(file.key) !== own) return null;
  sends.delete(file.key);
  return fileId === null ? null : giveTo(file, fileId);
}

export function giveTo(file: ActionFile, fileId: string): GiveFile {
  return () => {
    sends.delete(file.key);
    file.set(fileId);
  };
}

/** What the files of a project's queued actions need. */
interface QueueParts extends Pick<LibraryParts, 'connections' | 'library' | 'attempt'> {
  readonly sentFiles: SentFiles;
  readonly remixes: Remixes;
}

/** Uploads files to the library at once, or lets the user choose existing ones, for an action queued for a project. */
export function libraryFiles(
  { connections, sentFiles, library, remixes, attempt }: QueueParts,
  projectId: string,
  actionId: string,
): FileSource {
  const queue: ActionQueue = {
    key: projectId,
    read: () => remixes.draftsOf(projectId),
    write: (drafts) => {
      remixes.setDrafts(projectId, drafts);
    },
  };
  const own = actionFile(actionId, queue);
  return {
    sendFile: (file) =>
      sendFor(own, file, async () => {
        let fileId: string | null = null;
        await attempt(async () => {
          ({ fileId } = await sentFiles.send(connections.current.connectionId, file));
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
    sendingName: sendingNameOf(actionId, queue),
  };
}
