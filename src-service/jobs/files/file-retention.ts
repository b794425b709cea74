import { type Clock, unixSeconds } from '../../clock.ts';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../../store/database/service-database.ts';
import type { FileStore } from '../../store/disk/file-store.ts';
import type { FileRepository } from '../../store/records/file-repository.ts';
import type { InterchangeRepository } from '../../store/records/interchange-repository.ts';
import type { StoredFile } from '../../store/records/stored-file.ts';

const hourSeconds = 3_600;
/** Temporary files last at least a day (specification §4.5); this adds another day. */
const keptSeconds = 48 * hourSeconds;
const orphanSeconds = 24 * hourSeconds;
/** How long an interchange stays after its link has expired. */
const expiredSeconds = 24 * hourSeconds;
/** Limit for one sweep: the search for what refers to a file reads all projects. */
const maxInterchanges = 20;

export interface FileRetentionDeps {
  readonly database: ServiceDatabase;
  readonly files: FileRepository;
  readonly interchanges: InterchangeRepository;
  readonly fileStore: FileStore;
  readonly clock: Clock;
  readonly log: ServiceLog;
}

/**
 * Deletes hourly what need not stay: temporary files, uploads that never came, interchanges whose link has expired, and
 * bytes without a record.
 */
export class FileRetention {
  readonly #deps: FileRetentionDeps;
  readonly #stop = new AbortController();
  #sweeping: Promise<void> = Promise.resolve();

  constructor(deps: FileRetentionDeps) {
    this.#deps = deps;
  }

  /** Sweeps at once, then every hour. */
  start(): void {
    this.#sweeping = this.#sweepHourly();
  }

  async #sweepHourly(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.sweep();
      } catch (error) {
        this.#deps.log({ level: 'error', message: 'Old files could not be removed', error });
      }
      if (signal.aborted) return;
      await this.#deps.clock.wait(hourSeconds * 1_000, signal).catch(() => undefined);
    }
  }

  /**
   * Removes old temporary files, old uploads that never came, expired interchanges, and orphaned bytes. Keeps files that
   * a project, an entity or unfinished work refers to.
   */
  async sweep(): Promise<void> {
    const { files, fileStore, clock } = this.#deps;
    await this.#removeInterchanges();
    for (const fileId of files.listPassing(unixSeconds(clock) - keptSeconds)) {
      if (this.#stop.signal.aborted) return;
      if (files.isReferredTo(fileId)) continue;
      // Remove the record first: any bytes left over are then orphans, which a later sweep finds.
      files.remove(fileId);
      await fileStore.remove(fileId);
    }
    const before = clock.nowMs() - orphanSeconds * 1_000;
    await fileStore.removeOldOrphans((fileId) => files.ownsBytes(fileId), before);
  }

  /** Removes some interchanges with their files. Whoever still needs one starts another. */
  async #removeInterchanges(): Promise<void> {
    const { database, files, interchanges, fileStore, clock } = this.#deps;
    const before = unixSeconds(clock) - expiredSeconds;
    let left = maxInterchanges;
    for (const { interchangeId, fileId } of interchanges.listMade()) {
      if (this.#stop.signal.aborted || left === 0) return;
      // Read only now, because a reader may have renewed the link since the list was read.
      const file = files.find(fileId);
      if (!file || !isUnreachable(file, before) || files.isReferredTo(fileId)) continue;
      database.transaction(() => {
        interchanges.remove(interchangeId);
        files.remove(fileId);
      });
      await fileStore.remove(fileId);
      left -= 1;
    }
  }

  /** Resolves when no removal is running. */
  async dispose(): Promise<void> {
    this.#stop.abort();
    await this.#sweeping;
  }
}

/** True if a file is not public and its link expired before the given Unix time in seconds. */
function isUnreachable({ sources, isPublicPreviewEnabled }: StoredFile, before: number): boolean {
  const { expiresAt } = sources.download;
  return !isPublicPreviewEnabled && expiresAt !== null && expiresAt < before;
}
