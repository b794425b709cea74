import type { OriginSource } from '../api/http/service-address.ts';
import type { Clock, Log } from '../platform.ts';
import type { DownloadCheckpoint } from '../state/transfer-repository.ts';
import type { Allowance } from './engine/credit-pump.ts';
import type { TransferEngine } from './engine/transfer-engine.ts';

export interface TransferDeps {
  readonly engine: TransferEngine;
  /** The service that the links come from. */
  readonly address: OriginSource;
  readonly clock: Clock;
  readonly log: Log;
}

export interface DownloadRequest {
  readonly url: string;
  /** Returns a newly signed link. Called when the storage refuses a link as expired, and again only after progress. */
  readonly renewUrl: (signal: AbortSignal) => Promise<string>;
  /**
   * Decides after a failure. Resolves to true, after a pause, to continue the download where it is; to false to end it.
   * @throws the signal's reason.
   */
  readonly retry: (error: unknown, receivedBytes: number) => Promise<boolean>;
  /** Lies in a folder of ours on the destination's volume. Must not exist unless there is a checkpoint. */
  readonly targetPath: string;
  /** The size the service announced; null when it announced none. */
  readonly expectedBytes: number | null;
  /** In lower-case hex; null when the service announced none. */
  readonly expectedSha256?: string | null;
  /** Checkpoint of an earlier attempt; null when there was none. */
  readonly resume: DownloadCheckpoint | null;
  /**
   * Called with the bytes that are certainly on the disk: every 64 MiB or five seconds, and when the download stops.
   */
  readonly onCheckpoint: (checkpoint: DownloadCheckpoint) => void;
  /** Called several times a second. Counts from the start of the file. */
  readonly onProgress: (progress: {
    readonly receivedBytes: number;
    readonly totalBytes: number | null;
  }) => void;
  /** Resolves when the bandwidth limit allows this many bytes. */
  readonly allowance: Allowance;
  readonly signal: AbortSignal;
  /** True to compute the SHA-256 of the file. */
  readonly wantsHash: boolean;
}

/** A file that is complete and on the disk. */
export interface DownloadedFile {
  readonly sizeBytes: number;
  /** In lower-case hex; null when it was not requested. */
  readonly sha256: string | null;
}
