import type { OriginSource } from '../api/service-address.ts';
import type { Clock, Log } from '../platform.ts';
import type { DownloadCheckpoint } from '../state/transfer-repository.ts';
import type { Allowance } from './engine/credit-pump.ts';
import type { TransferEngine } from './engine/transfer-engine.ts';

export interface TransferDeps {
  readonly engine: TransferEngine;
  /** The service the links come from. */
  readonly address: OriginSource;
  readonly clock: Clock;
  readonly log: Log;
}

export interface DownloadRequest {
  readonly url: string;
  /** Signs the link again. Called when the storage refuses it as expired, and once more only after progress. */
  readonly renewUrl: (signal: AbortSignal) => Promise<string>;
  /**
   * Decides after a failure: true, after a pause, when the download goes on where it is; false when it ends.
   * @throws the signal's reason.
   */
  readonly retry: (error: unknown, receivedBytes: number) => Promise<boolean>;
  /** In a folder of ours on the destination's volume. Must not exist unless there is a checkpoint. */
  readonly targetPath: string;
  /** What the service announced; null when it did not. */
  readonly expectedBytes: number | null;
  /** In lower-case hex; null when the service announced none. */
  readonly expectedSha256?: string | null;
  /** How far an earlier attempt came; null when there was none. */
  readonly resume: DownloadCheckpoint | null;
  /** Called with what is on the disk for certain: every 64 MiB or five seconds, and when the download stops. */
  readonly onCheckpoint: (checkpoint: DownloadCheckpoint) => void;
  /** Called some times a second. Counts from the file's start. */
  readonly onProgress: (progress: {
    readonly receivedBytes: number;
    readonly totalBytes: number | null;
  }) => void;
  /** Resolves when so many bytes may be moved under a limit of bandwidth. */
  readonly allowance: Allowance;
  readonly signal: AbortSignal;
  /** Whether the SHA-256 of the file is wanted. */
  readonly wantsHash: boolean;
}

/** A file that is whole and on the disk. */
export interface DownloadedFile {
  readonly sizeBytes: number;
  /** In lower-case hex; null when nobody wanted it. */
  readonly sha256: string | null;
}
