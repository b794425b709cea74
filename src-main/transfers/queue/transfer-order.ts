import type { Transfer } from '../../../src-shared/contract/transfer.ts';
import type { TransferRecord } from '../../state/transfer-repository.ts';
import type { Wait } from './blockers.ts';

/** What somebody asks of the transfer queue. The same `key` after a restart takes up what was begun. */
export interface TransferOrder {
  readonly key: string;
  readonly connectionId: string;
  readonly direction: Transfer['direction'];
  readonly displayName: string;
  readonly owner: Transfer['owner'];
  /** Null when nobody tells. */
  readonly totalBytes: number | null;
  readonly targetPath: string | null;
  readonly source: TransferRecord['source'];
  /** The file is sent even if one with the same content was. */
  readonly mayDuplicate?: boolean;
  /** Larger goes first among those that wait; the user's own order comes before it. */
  readonly priority: number;
  /**
   * Does the work, from where the record stands. Called again after a pause, a wait or a restart. Rejects with the
   * reason of the context's signal when that is aborted, else with an AppError the queue decides by: it waits for the
   * network, the sign-in, space or the folder and calls again, or the transfer has failed.
   */
  perform(context: TransferContext): Promise<TransferOutcome>;
  /** Called with what the work waits for, and when it waits no more. */
  onWait?(wait: Wait): void;
}

/** What a transfer has to work with while it has a slot. */
export interface TransferContext {
  /** As it is in the journal now. */
  readonly record: TransferRecord;
  /** Aborted by pause, cancel and the app's closing. */
  readonly signal: AbortSignal;
  /** Reported often, stored seldom. `doneBytes` counts from the file's start. */
  progress(doneBytes: number, totalBytes: number | null): void;
  /** On the disk when it returns. */
  checkpoint(
    change: Partial<
      Pick<TransferRecord, 'checkpoint' | 'sha256' | 'fileId' | 'createdFileId' | 'state' | 'isCreationSent'>
    >,
  ): void;
  /** Resolves when so many bytes may be moved under the bandwidth limit; at once without one. */
  allowance(bytes: number): Promise<void>;
  /** For work that can go on where it is: as `RetryPolicy.retryInPlace`. Without it the order is performed again. */
  retry(error: unknown, doneBytes: number): Promise<boolean>;
}

export interface TransferOutcome {
  readonly sizeBytes: number;
  /** Of the whole file, lower-case hex; null when it was not computed. */
  readonly sha256: string | null;
  /** The service's file, of an upload. */
  readonly fileId: string | null;
}
