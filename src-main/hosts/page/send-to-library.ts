import { AppError } from '../../../src-shared/app-error.ts';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Transfer } from '../../../src-shared/contract/transfer.ts';
import { createClient } from '../../../src-shared/ipc/client.ts';
import type { App } from '../../app/compose.ts';

/** Result for a file named on a command line. */
export type SentFile = { readonly path: string } & (
  | { readonly transfer: Transfer; readonly error: null }
  | { readonly transfer: null; readonly error: AppError }
);

/** The parts of an app that take files of a command. */
export type FileTaker = Pick<App, 'router'> & {
  readonly fileGrants: Pick<App['fileGrants'], 'grantPath'>;
};

/** Puts files in the queue of the active connection, as if the user had dropped them on the window. */
export async function sendToLibrary(app: FileTaker, paths: readonly string[]): Promise<SentFile[]> {
  const client = createClient<AppContract>({ invoke: app.router, subscribe: () => () => undefined });
  const sent: SentFile[] = [];
  for (const path of paths) {
    try {
      const fileGrant = await app.fileGrants.grantPath(path);
      sent.push({ path, transfer: await client.call('transfer.upload', { fileGrant }), error: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      sent.push({ path, transfer: null, error });
    }
  }
  return sent;
}
