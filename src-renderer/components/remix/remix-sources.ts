import type { EntityType } from '../../../src-shared/api/entities.ts';
import type { SearchItem } from '../fields/search-item.ts';

/** A file of the user's that the service has. */
export interface SentFile {
  readonly fileId: string;
  readonly displayName: string;
}

/** Assigns an arrived file to the action it was chosen for, whatever screen is shown by then. */
export type GiveFile = () => void;

/** What the lists of files and of the cast in a form need, by the name of the field. */
export interface ListSources {
  readonly entities: (types: readonly EntityType[]) => readonly SearchItem[];
  readonly nameOf: (fileId: string) => string;
  /** Returns the address of a file's small picture. */
  readonly pictureOf: (fileId: string) => string;
  /** Sends files of the user's, and adds them to the field as they arrive. */
  readonly send: (name: string, files: readonly File[]) => void;
  /** Lets the user choose files that the service has, and adds them. */
  readonly choose: (name: string) => void;
  /** Adds the files of the library that were dropped onto the field. */
  readonly takeDragged: (name: string) => void;
  /** Says why the last file could not be sent; null if it could. */
  readonly problemOf: (name: string) => string | null;
  /** Names of the files that are being sent. */
  readonly sendingNames: (name: string) => readonly string[];
}

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
  /** For tables with lists of files or of the cast. */
  readonly lists?: ListSources;
}
