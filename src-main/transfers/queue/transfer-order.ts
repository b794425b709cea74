import type { Transfer } from '../../../src-shared/contract/transfer.ts';
import type { TransferRecord } from '../../state/transfer-repository.ts';
import type { DownloadRequest } from '../download-request.ts';
import type { Wait } from './blockers.ts';

/** A request to the transfer queue. The same `key` after a restart continues the earlier transfer. */
export interface TransferOrder {
  readonly key: string;
  readonly connectionId: string;
  readonly direction: Transfer['direction'];
  readonly displayName: string;
  readonly owner: Transfer['owner'];
  /** Null when it is not known. */
  readonly totalBytes: number | null;
  readonly targetPath: string | null;
  readonly source: TransferRecord['source'];
  /** True to send the file even if one with the same content was sent before. */
  readonly mayDuplicate?: boolean;
  /** True to take the service's file with the same content without asking the user. */
  readonly mayReuse?: boolean;
  /** Among waiting transfers the larger number goes first. An order set by the user takes precedence. */
  readonly priority: number;
  /**
   * Does the work from where the record stands. Called again after a pause, a wait or a restart. Rejects with the
   * reason of the context's signal when that is aborted, else with an AppError. Depending on the error, the queue waits
   * for the network, the sign-in, the rate window, space or the folder and calls again, or the transfer fails.
   */
  perform(context: TransferContext): Promise<TransferOutcome>;
  /** Called often with the number of bytes done from the start of the file. */
  onProgress?(doneBytes: number): void;
  /** Called when the work starts to wait for a blocker and when it no longer waits. */
  onWait?(wait: Wait): void;
}

/** The means of a transfer while it has a slot. */
export interface TransferContext {
  /** The current record in the journal. */
  readonly record: TransferRecord;
  /** Aborted on pause, on cancel and when the app closes. */
  readonly signal: AbortSignal;
  /** Reports progress often, which is stored only seldom. `doneBytes` counts from the start of the file. */
  progress(doneBytes: number, totalBytes: number | null): void;
  /** Updates the record; the change is on the disk when it returns. */
  checkpoint(
    change: Partial<
      Pick<
        TransferRecord,
        'checkpoint' | 'sha256' | 'source' | 'fileId' | 'createdFileId' | 'state' | 'isCreationSent'
      >
    >,
  ): void;
  /** Resolves when the bandwidth limit allows this many bytes; at once without a limit. */
  allowance(bytes: number): Promise<void>;
  /** Like `RetryPolicy.retryInPlace`, for work that can continue where it is. Other work is performed again. */
  retry(error: unknown, doneBytes: number): Promise<boolean>;
}

/** Returns how a download reports to its place in the queue, and what it waits for there. */
export function downloadWithin(
  context: TransferContext,
): Pick<DownloadRequest, 'onCheckpoint' | 'onProgress' | 'allowance' | 'retry' | 'signal'> {
  return {
    onCheckpoint: (checkpoint) => {
      context.checkpoint({ checkpoint });
    },
    onProgress: ({ receivedBytes, totalBytes }) => {
      context.progress(receivedBytes, totalBytes);
    },
    allowance: (bytes) => context.allowance(bytes),
    retry: (error, receivedBytes) => context.retry(error, receivedBytes),
    signal: context.signal,
  };
}

export interface TransferOutcome {
  readonly sizeBytes: number;
  /** Hash of the whole file in lower-case hex; null when it was not computed. */
  readonly sha256: string | null;
  /** Upload only: ID of the file at the service. */
  readonly fileId: string | null;
}
