import type { SearchItem } from '../search-item.ts';

/** A file of the user's at the service. */
export interface SentFile {
  readonly fileId: string;
  readonly displayName: string;
}

/** Gives a file that has arrived to the action it was chosen for, whatever is shown by then. */
export type GiveFile = () => void;

/** What the fields of one remix action choose from. */
export interface RemixSources {
  /** Without those on their way out, save the chosen one. */
  readonly voices: (chosenId: string | null) => readonly SearchItem[];
  readonly languages: () => readonly SearchItem[];
  readonly actors: () => readonly SearchItem[];
  /** The lists are on their way. */
  readonly isPending: boolean;
  /** Sends a chosen file to the service; null when that failed, which was shown. */
  readonly sendFile: (file: File) => Promise<GiveFile | null>;
  /** Lets the user choose a file the service has; null when none was. */
  readonly chooseFile: (type: 'AUDIO' | 'IMAGE') => Promise<GiveFile | null>;
  /** The name of a file that was sent before. */
  readonly fileName: (fileId: string) => string;
}
