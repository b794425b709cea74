import type { AppError } from '../../../src-shared/app-error.ts';
import type { MissingRoom, WaitingFor } from '../../../src-shared/contract/transfer.ts';
import { needsOf } from '../../../src-shared/error-policy.ts';
import { freeBytesOf, marginBytes } from '../../foundation/free-space.ts';
import { throwIfStopped, wait } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** What work can wait for without the user being asked. */
export type Blocker = Exclude<WaitingFor, 'decision'>;

/** What work waits for, and how much room that is where it is room. */
export interface Wait {
  readonly waitingFor: Blocker | null;
  readonly missingRoom: MissingRoom | null;
}

/** How work stands that waits for nothing. */
export const noWait = { waitingFor: null, missingRoom: null } as const satisfies Wait;

export interface BlockersDeps {
  readonly clock: Clock;
  /** False where nobody is there to free space or plug in a drive: such a failure is final there. */
  readonly isAttended: boolean;
  /** Resolves when the service of a connection can be reached. */
  readonly whenOnline: (connectionId: string, signal: AbortSignal) => Promise<void>;
  /** Resolves when the service of a connection takes its credential. */
  readonly whenReady: (connectionId: string, signal: AbortSignal) => Promise<void>;
  /** Rejects while a folder is not there, not the same as before, or cannot be written to. */
  readonly requireFolder: (path: string) => Promise<void>;
}

const lookForSpaceEveryMs = 10_000;
const lookForFolderEveryMs = 3_000;

/** What stands in the way of transfers and deliveries, and how it is waited for. */
export class Blockers {
  readonly #deps: BlockersDeps;

  constructor(deps: BlockersDeps) {
    this.#deps = deps;
  }

  /** Whether somebody is there to make room, plug a drive in, or try again. */
  get isAttended(): boolean {
    return this.#deps.isAttended;
  }

  /** What has to come before work that ended with this error can go on; null when waiting does not mend it. */
  of(error: unknown): Blocker | null {
    const needs = needsOf(error);
    if (needs === 'network' || needs === 'sign_in') return needs;
    return this.#deps.isAttended && (needs === 'space' || needs === 'folder') ? needs : null;
  }

  /**
   * Resolves when it seems to be out of the way; whether it is tells the next try.
   * @param error names the folder and the bytes in its details, where it is about those.
   * @param options.onWait called with the wait when it begins, and again when another amount of room is missing.
   * @throws AppError `cancelled` when the signal is aborted; the error itself when the folder or the space was there
   * all the time and further tries came to the same.
   */
  async waitFor(
    blocker: Blocker,
    error: AppError,
    options: {
      connectionId: string;
      retryPolicy: RetryPolicy;
      signal: AbortSignal;
      onWait: (wait: Wait) => void;
    },
  ): Promise<void> {
    const { connectionId, retryPolicy, signal, onWait } = options;
    onWait({ waitingFor: blocker, missingRoom: null });
    if (blocker === 'space' || blocker === 'folder') {
      const isThere =
        blocker === 'space'
          ? spaceFor(error, (missingRoom) => {
              onWait({ waitingFor: blocker, missingRoom });
            })
          : this.#folderOf(error);
      const everyMs = blocker === 'space' ? lookForSpaceEveryMs : lookForFolderEveryMs;
      await this.#until(isThere, everyMs, error, retryPolicy, signal);
    } else {
      await retryPolicy.pause(signal);
      const { whenOnline, whenReady } = this.#deps;
      await (blocker === 'network' ? whenOnline(connectionId, signal) : whenReady(connectionId, signal));
    }
    throwIfStopped(signal);
  }

  async #until(
    isThere: () => Promise<boolean>,
    everyMs: number,
    error: AppError,
    retryPolicy: RetryPolicy,
    signal: AbortSignal,
  ): Promise<void> {
    if (await isThere()) {
      if (retryPolicy.isExhausted) throw error;
      await retryPolicy.pause(signal);
      return;
    }
    do await wait(this.#deps.clock, everyMs, signal);
    while (!(await isThere()));
    retryPolicy.reset();
  }

  #folderOf({ details: { path } }: AppError): () => Promise<boolean> {
    return async () => {
      if (typeof path !== 'string') return true;
      return this.#deps.requireFolder(path).then(
        () => true,
        () => false,
      );
    };
  }
}

/**
 * True as well where the system does not tell.
 * @param onMissing called with what is missing, at the first look and when it is another number of bytes.
 */
function spaceFor(
  { details: { path, neededBytes } }: AppError,
  onMissing: (room: MissingRoom) => void,
): () => Promise<boolean> {
  const needed = typeof neededBytes === 'number' ? neededBytes : marginBytes;
  let reportedBytes: number | null = null;
  return async () => {
    if (typeof path !== 'string') return true;
    const freeBytes = await freeBytesOf(path);
    if (freeBytes === null || freeBytes >= needed) return true;
    if (freeBytes !== reportedBytes) onMissing({ folder: path, neededBytes: needed, freeBytes });
    reportedBytes = freeBytes;
    return false;
  };
}
