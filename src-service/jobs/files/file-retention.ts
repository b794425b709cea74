import { type Clock, unixSeconds } from '../../clock.ts';
import type { ServiceLog } from '../../service-log.ts';
import type { FileRepository } from '../../store/file-repository.ts';
import type { FileStore } from '../../store/file-store.ts';

const hourSeconds = 3_600;
/** Temporary files hold a day at least (specification §4.5); this leaves the caller another. */
const keptSeconds = 48 * hourSeconds;
const orphanSeconds = 24 * hourSeconds;

export interface FileRetentionDeps {
  readonly files: FileRepository;
  readonly fileStore: FileStore;
  readonly clock: Clock;
  readonly log: ServiceLog;
}

/** Deletes, once an hour, what was never meant to stay: temporary files, uploads that never came, bytes of no record. */
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

  /** What a project, an entity or unfinished work speaks of stays, however old it is. */
  async sweep(): Promise<void> {
    const { files, fileStore, clock } = this.#deps;
    for (const fileId of files.listPassing(unixSeconds(clock) - keptSeconds)) {
      if (this.#stop.signal.aborted) return;
      if (files.isReferredTo(fileId)) continue;
      // The record goes first: what is left of the bytes then is an orphan's, and is found again.
      files.remove(fileId);
      await fileStore.remove(fileId);
    }
    const before = clock.nowMs() - orphanSeconds * 1_000;
    await fileStore.removeOldOrphans((fileId) => files.ownsBytes(fileId), before);
  }

  /** Resolves when nothing is being removed any more. */
  async dispose(): Promise<void> {
    this.#stop.abort();
    await this.#sweeping;
  }
}
