import { AppError } from '../../../src-shared/app-error.ts';
import type { Files } from '../../api/files.ts';
import { unreadable } from '../../foundation/files/unreadable.ts';
import type { MaterialService } from '../../intake/material-service.ts';
import type { MaterialRecord, MaterialRepository } from '../../state/material-repository.ts';
import type { UploadSource } from '../../state/transfer-repository.ts';
import { isReady } from './file-readiness.ts';
import type { UploadOrder, UploadRunner } from './upload-runner.ts';
import { readUploadSource } from './upload-source.ts';

export interface MaterialUploaderDeps {
  readonly connectionId: string;
  readonly materials: MaterialService;
  readonly repository: MaterialRepository;
  readonly files: Files;
  readonly runner: UploadRunner;
}

/** The generation that the materials are sent for, as the list of transfers shows it. */
export interface MaterialOwner {
  readonly generationId: string;
  readonly title: string;
}

/** Sends materials before other waiting transfers, because a generation waits for them. */
const priority = 1;

/** Sends the user's own files to the service of one connection, each once. */
export class MaterialUploader {
  readonly #deps: MaterialUploaderDeps;

  constructor(deps: MaterialUploaderDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves with the service's file IDs of the materials, in their order, each ready for use. Called again after a
   * restart, it continues the earlier uploads.
   * @param onProgress called with 0 to 1 over all bytes; decreases when a file has to be sent again from its start.
   * @throws AppError `file_unreadable` when a file changed or is gone, `file_type_unsupported` when the service cannot
   * use it, `cancelled`, and the errors of `TransferQueue.run`.
   */
  async upload(
    materialIds: readonly string[],
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
    owner: MaterialOwner,
  ): Promise<string[]> {
    const records = materialIds.map((materialId) => this.#deps.materials.get(materialId));
    const totalBytes = records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const fileIds: string[] = [];
    let doneBytes = 0;
    for (const record of records) {
      const report = (sentBytes: number): void => {
        onProgress(Math.min(1, (doneBytes + sentBytes) / Math.max(1, totalBytes)));
      };
      fileIds.push(
        (await this.#uploadedBefore(record, signal)) ?? (await this.#send(record, owner, signal, report)),
      );
      doneBytes += record.sizeBytes;
      report(0);
    }
    return fileIds;
  }

  async #uploadedBefore(record: MaterialRecord, signal: AbortSignal): Promise<string | null> {
    const fileId = record.uploadedFileIds[this.#deps.connectionId];
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
    owner: MaterialOwner,
    signal: AbortSignal,
    report: (sentBytes: number) => void,
  ): Promise<string> {
    const { runner, repository, connectionId } = this.#deps;
    const { fileId } = await runner.run(await this.#orderOf(record, owner, report), signal);
    if (fileId === null) throw new Error('An upload ended without a file at the service.');
    const { uploadedFileIds } = repository.get(record.materialId) ?? record;
    repository.put({ ...record, uploadedFileIds: { ...uploadedFileIds, [connectionId]: fileId } });
    return fileId;
  }

  async #orderOf(
    record: MaterialRecord,
    { generationId, title }: MaterialOwner,
    report: (sentBytes: number) => void,
  ): Promise<UploadOrder> {
    return {
      connectionId: this.#deps.connectionId,
      displayName: record.displayName,
      priority,
      key: `generation:${generationId}:material:${record.materialId}`,
      owner: { kind: 'generation', id: generationId, title },
      source: await sourceOfMaterial(record),
      // The words sent with a recording belong only to this generation.
      mayDuplicate: record.kind === 'audio',
      onProgress: report,
    };
  }
}

/** Error for a file that was removed from the library or belongs to another connection's library. */
function notInLibrary(displayName: string): AppError {
  return new AppError('not_found', `${displayName} is no longer in the library.`, {
    details: { displayName },
  });
}

/** @throws AppError `file_unreadable` when the file is not the one that was added, `not_found`. */
async function sourceOfMaterial(record: MaterialRecord): Promise<UploadSource> {
  const { path, displayName, sizeBytes, modifiedAtMs, transcriptPath } = record;
  if (path === null) throw notInLibrary(displayName);
  const source = await readUploadSource(path, displayName, false);
  const isSame = source.sizeBytes === sizeBytes && source.modifiedAtMs === modifiedAtMs;
  if (!isSame) throw unreadable(displayName, 'changed');
  return { ...source, transcriptPath };
}
