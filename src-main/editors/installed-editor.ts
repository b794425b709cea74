import type { EditorName } from '../../src-shared/contract/editor.ts';

/** An editor on this computer. */
export interface InstalledEditor {
  readonly editor: EditorName;
  /** Version that the installation states; null if it states none. */
  readonly version: string | null;
  /** Application bundle to start on macOS; elsewhere the program. */
  readonly program: string;
  /** Arguments before the document. */
  readonly programArguments: readonly string[];
  /** How it was installed; shown if an editor is installed twice. */
  readonly source: 'system' | 'flatpak' | 'snap' | 'appimage';
}

/** Compares versions such as `25.08.3`, for the oldest first. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
