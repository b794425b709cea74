import { type FileHandle, open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError, conflict, invalidRequest, notFound } from '../api-error.ts';
import { diskFullMessage } from '../describe-error.ts';
import { fileAnalysisId, fileAnalysisKind } from '../jobs/file-analysis.ts';
import { uploadedFileName } from '../jobs/files/file-job.ts';
import type { ServiceDatabase } from '../store/database/service-database.ts';
import type { FileStore } from '../store/disk/file-store.ts';
import type { FileRepository } from '../store/records/file-repository.ts';
import type { JobRepository } from '../store/records/job-repository.ts';

export interface UploadReceiverDeps {
  readonly files: FileRepository;
  readonly fileStore: FileStore;
  readonly jobs: JobRepository;
  readonly database: ServiceDatabase;
  /** Called when receiving a file has ended. The file then waits for its analysis, or for another attempt. */
  readonly onEnded: () => void;
}

/** @throws ApiError 507 before anything is written. */
async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes > bavail * bsize) throw new ApiError(507, 'disk_full', diskFullMessage);
}

/** Writes the body chunk by chunk. After a failure the body stays open, so that the sender can receive the answer. */
async function writeBody(body: Readable, target: FileHandle): Promise<void> {
  let isEmpty = true;
  const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false });
  for await (const bytes of chunks) {
    if (bytes.byteLength > 0) isEmpty = false;
    await target.writeFile(bytes);
  }
  if (isEmpty) throw invalidRequest('The file is empty.');
}

/** Receives the bytes of uploads, once per upload. A broken attempt leaves nothing behind and may be repeated. */
export class UploadReceiver {
  readonly #deps: UploadReceiverDeps;
  readonly #receiving = new Map<string, Promise<void>>();

  constructor(deps: UploadReceiverDeps) {
    this.#deps = deps;
  }

  /**
   * Receives and stores an upload. Free disk space is the only size limit.
   * @throws ApiError 400 for an empty body, 404, 409 if the bytes exist or are being received, 507 if the disk is too
   * full.
   */
  async receive(fileId: string, body: Readable, declaredBytes: number | null): Promise<void> {
    const file = this.#deps.files.find(fileId);
    if (!file) throw notFound('file');
    if (file.uploadState !== 'awaiting') throw conflict('This file has been uploaded already.');
    if (this.#receiving.has(fileId)) throw conflict('This file is being uploaded already.');
    const work = this.#store(fileId, body, declaredBytes).then(() => this.#accept(fileId));
    this.#receiving.set(fileId, work);
    try {
      await work;
    } finally {
      this.#receiving.delete(fileId);
      this.#deps.onEnded();
    }
  }

  /** Whether the file's bytes are being received. */
  isReceiving(fileId: string): boolean {
    return this.#receiving.has(fileId);
  }

  /** Resolves when all running uploads have ended. Call it once no more requests come in. */
  async dispose(): Promise<void> {
    await Promise.allSettled(this.#receiving.values());
  }

  async #store(fileId: string, body: Readable, declaredBytes: number | null): Promise<void> {
    const temporaryPath = this.#deps.fileStore.temporaryPath();
    await requireRoom(path.dirname(temporaryPath), declaredBytes ?? 0);
    try {
      const target = await open(temporaryPath, 'wx', 0o600);
      try {
        await writeBody(body, target);
      } finally {
        await target.close();
      }
      await this.#deps.fileStore.publish(fileId, uploadedFileName, temporaryPath);
    } catch (error) {
      await rm(temporaryPath, { force: true });
      throw error;
    }
  }

  #accept(fileId: string): void {
    const { files, jobs, database } = this.#deps;
    database.transaction(() => {
      const file = files.find(fileId);
      if (file?.uploadState !== 'awaiting') throw conflict('This file has been uploaded already.');
      const analysisState = file.scope === 'TEMPORARY' ? 'UNATTEMPTED' : 'LOADING';
      files.update(fileId, { ...file, uploadState: 'stored', analysisState });
      jobs.insert({ jobId: fileAnalysisId(fileId), kind: fileAnalysisKind, state: { fileId } });
    });
  }
}
