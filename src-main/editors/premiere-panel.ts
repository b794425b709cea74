import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextOf } from '../../src-shared/i18n/messages.ts';
import type { Dialogs, Shell } from '../platform.ts';

export interface PremierePanelDeps {
  readonly shell: Pick<Shell, 'revealFile'>;
  /** Null where nobody can be asked for a place; then it is among the app's own files. */
  readonly dialogs: Pick<Dialogs, 'saveFile'> | null;
  readonly text: TextOf;
  readonly userData: string;
  /** Where the build keeps what is made for editors. */
  readonly helpersFolder: string;
}

const panelName = 'dailies-premiere.ccx';

/** The panel for Premiere Pro, which Creative Cloud installs from a file. */
export class PremierePanel {
  readonly #deps: PremierePanelDeps;

  constructor(deps: PremierePanelDeps) {
    this.#deps = deps;
  }

  /** Saves it where the user says, and shows it there. @returns null when the user cancels. */
  async save(): Promise<string | null> {
    const { dialogs, shell, text, userData, helpersFolder } = this.#deps;
    const title = text('dialog.savePanel');
    const path = dialogs ? await dialogs.saveFile(title, panelName) : join(userData, panelName);
    if (path === null) return null;
    // It may lie in the app's archive, from which only reading is possible.
    await writeFile(path, await readFile(join(helpersFolder, panelName)));
    await shell.revealFile(path);
    return path;
  }
}
