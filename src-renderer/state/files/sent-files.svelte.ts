import { createContext } from 'svelte';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { fromErrorBody } from '../../../src-shared/app-error.ts';
import type { Transfer } from '../../../src-shared/contract/transfer.ts';
import type { SentFile } from '../../components/remix/remix-sources.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import type { AppClient } from '../foundation/app-client.ts';
import type { FileGrants } from './file-grants.ts';

export interface SentFilesDeps {
  readonly client: AppClient;
  readonly fileGrants: FileGrants;
}

/** Files chosen in forms, uploaded to the library at once so that a request can refer to them. */
export class SentFiles {
  readonly #deps: SentFilesDeps;
  readonly #names = new SvelteMap<string, string>();
  /** Functions that read the awaited uploads. */
  readonly #reads = new SvelteSet<() => void>();

  constructor(deps: SentFilesDeps) {
    this.#deps = deps;
  }

  /**
   * Sends a file to the library of a connection. Resolves when the service has it. Content it has already is not sent.
   * @throws AppError as main made it.
   */
  async send(connectionId: string, file: File): Promise<SentFile> {
    const { client, fileGrants } = this.#deps;
    const fileGrant = await fileGrants.grant(file);
    const { transferId } = await client.call('transfer.upload', { connectionId, fileGrant, mayReuse: true });
    return this.#ended(transferId);
  }

  /** Reads the uploads that are awaited again, after changes were missed. */
  refresh(): void {
    for (const read of this.#reads) read();
  }

  /** Remembers the name of a file that the service already has. */
  know(file: SentFile): SentFile {
    this.#names.set(file.fileId, file.displayName);
    return file;
  }

  nameOf(fileId: string): string {
    return this.#names.get(fileId) ?? fileId;
  }

  /** Waits for the end of an upload, whether or not main still has to report it. */
  async #ended(transferId: string): Promise<SentFile> {
    const { client } = this.#deps;
    const { promise, resolve, reject } = Promise.withResolvers<SentFile>();
    const take = (transfer: Transfer): void => {
      try {
        const ended = this.#endOf(transfer);
        if (ended) resolve(ended);
      } catch (error) {
        reject(error);
      }
    };
    const read = (): void => {
      client.call('transfer.get', { transferId }).then(take, (error: unknown) => {
        // Main reports the end, or the link to it breaks and the upload is read again.
        if (errorBodyOf(error).code === 'not_found') reject(error);
      });
    };
    const stop = client.on('activity.changed', ({ items }) => {
      for (const { kind, record } of items)
        if (kind === 'transfer' && record.transferId === transferId) take(record);
    });
    this.#reads.add(read);
    read();
    try {
      return await promise;
    } finally {
      stop();
      this.#reads.delete(read);
    }
  }

  /** Returns null while the transfer is running. */
  #endOf({ state, fileId, displayName, error }: Transfer): SentFile | null {
    if (error && state === 'failed') throw fromErrorBody(error);
    if (state === 'cancelled') throw fromErrorBody({ code: 'cancelled', message: displayName, details: {} });
    if (state !== 'done' || fileId === null) return null;
    return this.know({ fileId, displayName });
  }
}

export const [getSentFiles, setSentFiles] = createContext<SentFiles>();
