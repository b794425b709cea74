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
  readonly source: 'system' | 'flatpak' | 'snap' | 'appimage';
}

/** Orders versions such as `25.08.3`, the oldest first. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
