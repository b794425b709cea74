import { z } from 'zod';
import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import { createCallGate } from '../../../src-shared/ipc/call-limits.ts';
import { channels } from '../../../src-shared/ipc/channels.ts';
import type { Reply } from '../../../src-shared/ipc/router.ts';
import type { App } from '../../app/compose.ts';
import { isOfPage } from './app-protocol.ts';
import type { AppWindow, ElectronModules } from './electron-modules.ts';

/** Who sent a message, as far as the check needs it. */
interface Sender {
  readonly sender: { readonly id: number };
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

const pathSchema = z.string().min(1).max(32_000);

function isOurPage(event: Sender, window: AppWindow | null): boolean {
  const frame = event.senderFrame;
  if (!window || window.isDestroyed() || !frame || frame.parent !== null) return false;
  return event.sender.id === window.webContents.id && isOfPage(frame.url);
}

const refusal = {
  ok: false,
  error: toErrorBody(new AppError('invalid_input', 'The request did not come from the page.')),
} as const;

/**
 * Answers the page's calls and file grants. Accepts them only from the top frame of our window, and limits their number
 * and size.
 */
export function connectBridge(deps: {
  ipcMain: ElectronModules['ipcMain'];
  app: Pick<App, 'router' | 'fileGrants'>;
  currentWindow: () => AppWindow | null;
}): void {
  const { ipcMain, app, currentWindow } = deps;
  const gate = createCallGate();
  const answer = (channel: string, work: (payload: unknown) => Promise<Reply>): void => {
    ipcMain.handle(channel, (event, payload: unknown) =>
      isOurPage(event, currentWindow()) ? gate(payload, () => work(payload)) : refusal,
    );
  };
  answer(channels.invoke, app.router);
  answer(channels.grantFile, (path) => grantFile(app, path));
}

async function grantFile({ fileGrants }: Pick<App, 'fileGrants'>, path: unknown): Promise<Reply> {
  try {
    const parsed = pathSchema.safeParse(path);
    if (!parsed.success) throw new AppError('file_unreadable', 'The file has no path on this computer.');
    return { ok: true, value: await fileGrants.grantPath(parsed.data) };
  } catch (error) {
    return { ok: false, error: toErrorBody(error) };
  }
}
