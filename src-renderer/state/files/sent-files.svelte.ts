import { createContext } from 'svelte';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { AppError, fromErrorBody } from '../../../src-shared/app-error.ts';
import { callOperation } from '../../../src-shared/contract/call-operation.ts';
import type { MaterialKind } from '../../../src-shared/contract/material.ts';
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
    return this.#send(connectionId, await this.#deps.fileGrants.grant(file));
  }

  /**
   * Sends a picture, clip or sound as `send`. A still in HEIC is sent as a JPEG where the system can convert it.
   * @throws AppError as main made it; `file_type_unsupported` also for other kinds.
   */
  async sendOf(kinds: readonly MaterialKind[], connectionId: string, file: File): Promise<SentFile> {
    const { client, fileGrants } = this.#deps;
    const fileGrant = await fileGrants.grant(file);
    const { kind, displayName, mediaPath } = await client.call('material.add', { fileGrant });
    if (!kinds.includes(kind))
      throw new AppError('file_type_unsupported', `${displayName} is of another kind.`, {
        details: { displayName },
      });
    if (displayName === file.name) return this.#send(connectionId, fileGrant);
    return this.sendMedia(connectionId, mediaPath, displayName);
  }

  /** Sends what the page shows or plays, as `send`. @throws AppError as main made it. */
  async sendMedia(connectionId: string, mediaPath: string, displayName: string): Promise<SentFile> {
    const { fileGrant } = await this.#deps.client.call('material.copyMedia', { mediaPath, displayName });
    return this.#send(connectionId, fileGrant);
  }

  async #send(connectionId: string, fileGrant: string): Promise<SentFile> {
    const { client } = this.#deps;
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

  /** Reads the names of files that are not known yet. Never rejects: a file without a name keeps its id. */
  async learn(connectionId: string, fileIds: readonly string[]): Promise<void> {
    for (const fileId of fileIds.filter((each) => !this.#names.has(each))) {
      const request = { path: { fileId } };
      const file = await callOperation(this.#deps.client, 'getFile', request, connectionId).catch(() => null);
      if (file) this.know({ fileId, displayName: file.displayName ?? fileId });
    }
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
