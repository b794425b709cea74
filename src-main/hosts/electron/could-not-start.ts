import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import { loadTexts } from '../../../src-shared/i18n/load-texts.ts';
import { Messages } from '../../../src-shared/i18n/messages.ts';
import { presentError } from '../../../src-shared/i18n/present-error.ts';
import type { ElectronModules } from './electron-modules.ts';

/** Shows in a system dialog why the app ends. On Linux, Electron shows none before the app is ready. */
export async function showCouldNotStart(
  { app, dialog }: Pick<ElectronModules, 'app' | 'dialog'>,
  error: unknown,
): Promise<void> {
  await app.whenReady();
  const messages = new Messages(await loadTexts('system', app.getPreferredSystemLanguages()));
  const { title, why, fix } = presentError(toErrorBody(error), messages);
  const cause = error instanceof AppError ? '' : `\n\n${String(error)}`;
  dialog.showErrorBox(messages.text('dialog.cannotStart'), `${title}\n${why}\n${fix}${cause}`);
}
