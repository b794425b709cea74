import { Alarm } from '../../alarm.ts';
import { invalidRequest } from '../../api-error.ts';
import { type Clock, unixSeconds } from '../../clock.ts';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../../store/database/service-database.ts';
import type { FileRepository } from '../../store/records/file-repository.ts';
import { emptySources } from '../../store/records/stored-file.ts';
import type { FileEvents } from './file-events.ts';

export interface UploadExpiryDeps {
  readonly files: FileRepository;
  readonly database: ServiceDatabase;
  readonly fileEvents: FileEvents;
  /** Whether bytes are arriving. An upload that began in time may take as long as it needs. */
  readonly isReceiving: (fileId: string) => boolean;
  readonly clock: Clock;
  readonly log: ServiceLog;
}

/** Marks an upload as failed if its address expires before bytes arrive. */
export class UploadExpiry {
  readonly #deps: UploadExpiryDeps;
  readonly #alarm: Alarm;
  #isStarted = false;

  constructor(deps: UploadExpiryDeps) {
    this.#deps = deps;
    this.#alarm = new Alarm(deps.clock, () => this.wake());
  }

  /** Starts watching, and fails the uploads that expired while no service was running. */
  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /** Call it after an upload is created, and after receiving one has ended. */
  wake(): void {
    if (!this.#isStarted) return;
    const { files, clock, log } = this.#deps;
    try {
      const now = unixSeconds(clock);
      for (const fileId of files.listOverdueUploads(now)) this.#giveUp(fileId);
      const next = files.nextUploadExpiry(now);
      this.#alarm.set(next === null ? null : next * 1_000);
    } catch (error) {
      log({ level: 'error', message: 'Uploads that never came could not be given up', error });
      this.#alarm.set(Number.MAX_SAFE_INTEGER);
    }
  }

  #giveUp(fileId: string): void {
    const { files, database, fileEvents, isReceiving } = this.#deps;
    if (isReceiving(fileId)) return;
    database.transaction(() => {
      const file = files.find(fileId);
      if (!file) return;
      files.update(fileId, { ...file, sources: emptySources('failed') });
      const error = invalidRequest('The upload link expired before any data arrived.');
      fileEvents('file.upload.failed', fileId, error.toBody());
    });
  }

  dispose(): void {
    this.#isStarted = false;
    this.#alarm.clear();
  }
}
