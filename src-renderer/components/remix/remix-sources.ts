import type { SearchItem } from '../fields/search-item.ts';

/** A file of the user's that the service has. */
export interface SentFile {
  readonly fileId: string;
  readonly displayName: string;
}

/** Assigns an arrived file to the action it was chosen for, whatever screen is shown by then. */
export type GiveFile = () => void;

/** Options for the fields of one remix action. */
export interface RemixSources {
  /** Returns the voices, without deprecated ones except the chosen one. */
  readonly voices: (chosenId: string | null) => readonly SearchItem[];
  readonly languages: () => readonly SearchItem[];
  readonly actors: () => readonly SearchItem[];
  /** True while the lists are being read. */
  readonly isPending: boolean;
  /**
   * Sends a chosen file, during which the action keeps its own. Resolves to null after a failure, which was shown, and
   * if another file was chosen since.
   */
  readonly sendFile: (file: File) => Promise<GiveFile | null>;
  /** Lets the user choose a file that the service has. Resolves to null if none was chosen. */
  readonly chooseFile: (type: 'AUDIO' | 'IMAGE') => Promise<GiveFile | null>;
  /** Returns the name of a file that was sent earlier. */
  readonly fileName: (fileId: string) => string;
  /** Name of the file that is being sent; null if none is. */
  readonly sendingName: string | null;
}
