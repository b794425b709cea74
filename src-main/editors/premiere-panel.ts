import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextOf } from '../../src-shared/i18n/messages.ts';
import { saveFile } from '../foundation/files/save-file.ts';
import type { Dialogs, Shell } from '../platform.ts';

export interface PremierePanelDeps {
  readonly shell: Pick<Shell, 'canReveal' | 'revealFile'>;
  /** Null without a file chooser; the panel is then saved among the app's own files. */
  readonly dialogs: Pick<Dialogs, 'saveFile'> | null;
  readonly text: TextOf;
  readonly userData: string;
  /** Folder in which the build keeps the files for editors. */
  readonly helpersFolder: string;
}

const panelName = 'dailies-premiere.ccx';

/** The panel for Premiere Pro, which Creative Cloud installs from a file. */
export class PremierePanel {
  readonly #deps: PremierePanelDeps;

  constructor(deps: PremierePanelDeps) {
    this.#deps = deps;
  }

  /**
   * Saves the panel where the user chooses, and reveals it if the system can.
   * @returns null if the user cancels.
   * @throws AppError `file_not_written`, `disk_full`.
   */
  async save(): Promise<string | null> {
    const { dialogs, shell, text, userData, helpersFolder } = this.#deps;
    const title = text('dialog.savePanel');
    const path = dialogs ? await dialogs.saveFile(title, panelName) : join(userData, panelName);
    if (path === null) return null;
    // The panel may lie in the app's archive, which is read-only.
    const content = await readFile(join(helpersFolder, panelName));
    await saveFile(path, content);
    if (shell.canReveal) await shell.revealFile(path);
    return path;
  }
}
