import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FileInfo } from '../../src-shared/api/files.ts';
import { AppError } from '../../src-shared/app-error.ts';
import type { Files } from '../api/files.ts';
import type { AddressSource } from '../api/service-address.ts';
import type { StorageClient } from '../api/storage-client.ts';
import { stopErrorOf, wait } from '../concurrency/wait.ts';
import type { Clock } from '../platform.ts';
import type { MaterialRecord, MaterialRepository } from '../store/material-repository.ts';
import { unreadable } from './file-grants.ts';
import type { MaterialService } from './material-service.ts';

export interface MaterialUploaderDeps {
  readonly materials: MaterialService;
  readonly repository: MaterialRepository;
  readonly files: Files;
  readonly storage: StorageClient;
  readonly address: AddressSource;
  readonly clock: Clock;
}

const maxTries = 3;
const pollEveryMs = 1_500;
const longestProcessingMs = 3_600_000;
const readBytes = 1024 * 1024;

/** Sends own stills and clips to the service, each once. */
export class MaterialUploader {
  readonly #deps: MaterialUploaderDeps;

  constructor(deps: MaterialUploaderDeps) {
    this.#deps = deps;
  }

  /**
   * The service's file ids of the materials, in their order, each ready to be used.
   * @param onProgress called with 0 to 1 over all bytes.
   * @throws AppError `file_unreadable` when a file changed or went, `file_type_unsupported` when the service
   * cannot use it, and as the clients do.
   */
  async upload(
    materialIds: readonly string[],
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<string[]> {
    const records = materialIds.map((materialId) => this.#deps.materials.get(materialId));
    const totalBytes = records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const origin = new URL((await this.#deps.address.current(signal)).baseUrl).origin;
    const fileIds: string[] = [];
    let doneBytes = 0;
    for (const record of records) {
      const report = (sentBytes: number): void => {
        onProgress(Math.min(1, (doneBytes + sentBytes) / totalBytes));
      };
      fileIds.push(
        (await this.#uploadedBefore(record, origin, signal)) ??
          (await this.#send(record, origin, signal, report)),
      );
      doneBytes += record.sizeBytes;
      onProgress(Math.min(1, doneBytes / totalBytes));
    }
    return fileIds;
  }

  async #uploadedBefore(record: MaterialRecord, origin: string, signal: AbortSignal): Promise<string | null> {
    const fileId = record.uploadedFileIds[origin];
    if (fileId === undefined) return null;
    try {
      const file = await this.#deps.files.hydrate(fileId, signal);
      return isReady(file) ? fileId : null;
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  }

  async #send(
    record: MaterialRecord,
    origin: string,
    signal: AbortSignal,
    report: (sentBytes: number) => void,
  ): Promise<string> {
    const { files, repository } = this.#deps;
    for (let tries = 1; ; tries += 1) {
      await requireUnchanged(record);
      const type = record.kind === 'image' ? 'IMAGE' : 'VIDEO';
      const upload = await files.createUpload({ displayName: record.displayName, type }, signal);
      const isSent = await this.#put(record, upload.uploadUrl, signal, report).catch((error: unknown) => {
        if (tries >= maxTries || !isWorthAnotherTry(error)) throw error;
        return false;
      });
      await requireUnchanged(record);
      if (!isSent) continue;
      await this.#waitUntilReady(record, upload.fileId, signal);
      const { uploadedFileIds } = repository.get(record.materialId) ?? record;
      repository.put({ ...record, uploadedFileIds: { ...uploadedFileIds, [origin]: upload.fileId } });
      return upload.fileId;
    }
  }

  /** True when the storage took the bytes. */
  async #put(
    record: MaterialRecord,
    url: string,
    signal: AbortSignal,
    onProgress: (sentBytes: number) => void,
  ): Promise<true> {
    const { sizeBytes } = record;
    // No byte beyond the announced length, which the storage would take for another request.
    const content = createReadStream(record.path, { end: sizeBytes - 1, highWaterMark: readBytes });
    try {
      const status = await this.#deps.storage.put({ url, content, sizeBytes, signal, onProgress });
      if (status < 300) return true;
      throw new AppError('service_refused', `The storage answered ${String(status)} to an upload.`, {
        details: { status, displayName: record.displayName },
      });
    } finally {
      content.destroy();
    }
  }

  async #waitUntilReady(record: MaterialRecord, fileId: string, signal: AbortSignal): Promise<void> {
    const { files, clock } = this.#deps;
    const giveUpMs = clock.monotonicMs() + longestProcessingMs;
    while (clock.monotonicMs() < giveUpMs) {
      const file = await files.hydrate(fileId, signal, 'poll');
      if (isReady(file)) return;
      if (sourcesOf(file).some(({ status }) => status === 'failed')) break;
      await wait(clock, pollEveryMs, signal);
    }
    if (signal.aborted) throw stopErrorOf(signal);
    throw new AppError('file_type_unsupported', `The service cannot use ${record.displayName}.`, {
      details: { displayName: record.displayName },
    });
  }
}

function sourcesOf(file: FileInfo) {
  const { thumbnailSource, previewSource, downloadSource, hlsSource } = file;
  return [thumbnailSource, previewSource, downloadSource, hlsSource].filter(
    (source) => source !== null && source !== undefined,
  );
}

/** Ready when any rendition is (contract supplement §4.6). */
function isReady(file: FileInfo): boolean {
  return sourcesOf(file).some(({ status }) => status === 'ready');
}

async function requireUnchanged(record: MaterialRecord): Promise<void> {
  const facts = await stat(record.path).catch((error: unknown) => {
    throw unreadable(record.displayName, 'missing', error);
  });
  if (facts.size !== record.sizeBytes || facts.mtimeMs !== record.modifiedAtMs) {
    throw unreadable(record.displayName, 'changed');
  }
}

/** A broken connection, or an upload address that expired: a new address may work. */
function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return error.code === 'service_unreachable' || error.code === 'service_refused';
}
