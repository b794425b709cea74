import { join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Messages } from '../../../src-shared/i18n/messages.ts';
import type { Openings } from '../../openings/openings.ts';
import { saveDiagnostics } from './diagnostics.ts';
import type { ElectronModules } from './electron-modules.ts';
import type { Notifications } from './notifications.ts';

/** What the Help menu shows and saves. */
export interface HelpContent {
  /** Path of the licences of this app and its parts. */
  readonly licencesPath: string;
  readonly logFolder: string;
  /** Facts for a report of a fault. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface HelpActionsDeps {
  readonly electron: Pick<ElectronModules, 'app' | 'shell' | 'dialog' | 'currentWindow'>;
  readonly content: HelpContent;
  readonly messages: Pick<Messages, 'text'>;
  readonly notifications: Notifications;
  readonly openings: Pick<Openings, 'attempt'>;
  readonly onBug: (where: string, error: unknown) => void;
}

/** Actions of the Help menu. */
export class HelpActions {
  readonly #deps: HelpActionsDeps;

  constructor(deps: HelpActionsDeps) {
    this.#deps = deps;
  }

  readonly showLogs = (): void => {
    const { electron, content } = this.#deps;
    electron.shell.showItemInFolder(join(content.logFolder, 'dailies.log'));
  };

  readonly showLicences = (): void => {
    const { electron, content, openings } = this.#deps;
    const path = content.licencesPath;
    void openings.attempt(async () => {
      const reason = await electron.shell.openPath(path);
      if (reason !== '') throw new AppError('not_supported_here', reason, { details: { path } });
    });
  };

  /** Asks for a file and saves the diagnostics there. Shows a failure in a notification. */
  readonly saveDiagnostics = (): void => {
    this.#askAndSaveDiagnostics().catch((error: unknown) => {
      this.#reportFailure(error);
    });
  };

  #reportFailure(error: unknown): void {
    const { messages, notifications, onBug } = this.#deps;
    onBug('menu', error);
    const body = error instanceof Error ? error.message : String(error);
    notifications.show({ title: messages.text('notice.diagnosticsFailed'), body });
  }

  async #askAndSaveDiagnostics(): Promise<void> {
    const { electron, content, messages } = this.#deps;
    const { dialog, currentWindow, shell } = electron;
    const options = { title: messages.text('dialog.diagnostics'), defaultPath: 'Dailies diagnostics.zip' };
    const parent = currentWindow();
    const answer = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
    if (answer.canceled || answer.filePath === '') return;
    await saveDiagnostics(answer.filePath, { ...content, home: electron.app.getPath('home') });
    shell.showItemInFolder(answer.filePath);
  }
}
