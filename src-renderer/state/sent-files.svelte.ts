import { SvelteMap } from 'svelte/reactivity';
import { fromErrorBody } from '../../src-shared/app-error.ts';
import type { Transfer } from '../../src-shared/contract/transfer.ts';
import type { SentFile } from '../components/remix/remix-sources.ts';
import type { AppClient } from './app-client.ts';
import type { FileGrants } from './file-grants.ts';

export interface SentFilesDeps {
  readonly client: AppClient;
  readonly fileGrants: FileGrants;
}

/** Files chosen in forms, uploaded to the library at once so that a request can refer to them. */
export class SentFiles {
  readonly #deps: SentFilesDeps;
  readonly #names = new SvelteMap<string, string>();

  constructor(deps: SentFilesDeps) {
    this.#deps = deps;
  }

  /**
   * Sends a file to the library of a connection. Resolves when the service has it. Content it has already is not sent.
   * @throws AppError as main made it.
   */
  async send(connectionId: string, file: File): Promise<SentFile> {
    const { client, fileGrants } = this.#deps;
    const seen = new SvelteMap<string, Transfer>();
    let notify = (): void => undefined;
    const stop = client.on('activity.changed', ({ items }) => {
      for (const { kind, record } of items) if (kind === 'transfer') seen.set(record.transferId, record);
      notify();
    });
    try {
      const fileGrant = await fileGrants.grant(file);
      const started = await client.call('transfer.upload', { connectionId, fileGrant, mayReuse: true });
      for (let transfer = started; ; transfer = seen.get(started.transferId) ?? transfer) {
        const changed = Promise.withResolvers<null>();
        notify = () => {
          changed.resolve(null);
        };
        const ended = this.#endOf(seen.get(started.transferId) ?? transfer);
        if (ended) return ended;
        await changed.promise;
      }
    } finally {
      stop();
    }
  }

  /** Remembers the name of a file that the service already has. */
  know(file: SentFile): SentFile {
    this.#names.set(file.fileId, file.displayName);
    return file;
  }

  nameOf(fileId: string): string {
    return this.#names.get(fileId) ?? fileId;
  }

  /** Returns null while the transfer is running. */
  #endOf({ state, fileId, displayName, error }: Transfer): SentFile | null {
    if (error && state === 'failed') throw fromErrorBody(error);
    if (state === 'cancelled') throw fromErrorBody({ code: 'cancelled', message: displayName, details: {} });
    if (state !== 'done' || fileId === null) return null;
    return this.know({ fileId, displayName });
  }
}
