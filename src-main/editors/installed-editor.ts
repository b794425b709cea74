import type { EditorName } from '../../src-shared/contract/editor.ts';

/** An editor on this computer. */
export interface InstalledEditor {
  readonly editor: EditorName;
  /** As the installation states it; null where it states none. */
  readonly version: string | null;
  /** What is started: an application bundle on macOS, a program elsewhere, with the arguments before the document. */
  readonly program: string;
  readonly programArguments: readonly string[];
  /** How it was installed, to be shown where an editor is there twice. */
  readonly source: 'system' | 'flatpak' | 'snap' | 'appimage' | 'chosen';
}

/** What a search asks of the system, so that every search runs on every system. */
export interface SystemView {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The names in a folder; empty when it cannot be read. */
  readonly listFolder: (path: string) => Promise<readonly string[]>;
  /** Null when it cannot be read. */
  readonly readText: (path: string) => Promise<string | null>;
  /** True for a file, or a link to one, that may be run. */
  readonly isProgram: (path: string) => Promise<boolean>;
  /** What a program of the system prints; null when it fails, is not there or takes longer than five seconds. */
  readonly run: (program: string, args: readonly string[]) => Promise<string | null>;
}
