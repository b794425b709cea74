import type { AppError } from '../../../src-shared/app-error.ts';
import type { MissingRoom, WaitingFor } from '../../../src-shared/contract/transfer.ts';
import { needsOf } from '../../../src-shared/error-policy.ts';
import type { Availability } from '../../api/http/availability.ts';
import { freeBytesOf, marginBytes } from '../../foundation/files/free-space.ts';
import { askedPauseMs, retryPauseMs } from '../../foundation/retry-pause.ts';
import { throwIfStopped, wait, waitAcrossSleep } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** A reason to wait that needs no decision of the user. */
export type Blocker = Exclude<WaitingFor, 'decision'>;

/** The blocker that work waits for, and the missing room if it is room. */
export interface Wait {
  readonly waitingFor: Blocker | null;
  readonly missingRoom: MissingRoom | null;
}

/** The state of work that waits for nothing. */
export const noWait = { waitingFor: null, missingRoom: null } as const satisfies Wait;

export interface BlockersDeps {
  readonly clock: Clock;
  /** False if nobody can free space or plug in a drive: such a failure is then final. */
  readonly isAttended: boolean;
  readonly availabilityOf: (
    connectionId: string,
  ) => Pick<Availability, 'state' | 'whenReachable' | 'whenReady'>;
  /** Rejects while a folder is missing, is not the same as before, or cannot be written to. */
  readonly requireFolder: (path: string) => Promise<void>;
}

const checkSpaceEveryMs = 10_000;
const checkFolderEveryMs = 3_000;

/** Finds the blockers of transfers and deliveries, and waits for them. */
export class Blockers {
  readonly #deps: BlockersDeps;

  constructor(deps: BlockersDeps) {
    this.#deps = deps;
  }

  /** True if somebody can make room, plug in a drive or try again. */
  get isAttended(): boolean {
    return this.#deps.isAttended;
  }

  /** Returns the blocker behind an error; null when waiting does not help. */
  of(error: unknown): Blocker | null {
    const needs = needsOf(error);
    if (needs === 'network' || needs === 'sign_in') return needs;
    if (needs === 'rate_window') return askedPauseMs(error) === null ? null : needs;
    return this.#deps.isAttended && (needs === 'space' || needs === 'folder') ? needs : null;
  }

  /**
   * Resolves when the blocker seems to be gone; only the next try can prove it.
   * @param error its details name the folder and the bytes, if it is about those.
   * @param options.onWait called when the wait begins, and again when a different amount of room is missing.
   * @throws AppError `cancelled` when the signal is aborted; the error itself when the folder or the space was there
   * all the time and further tries failed in the same way.
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
      const everyMs = blocker === 'space' ? checkSpaceEveryMs : checkFolderEveryMs;
      await this.#until(isThere, everyMs, error, retryPolicy, signal);
    } else if (blocker === 'rate_window') {
      await waitAcrossSleep(this.#deps.clock, retryPauseMs(error, 0), signal);
    } else {
      await this.#untilUsable(blocker, connectionId, retryPolicy, signal);
    }
    throwIfStopped(signal);
  }

  /**
   * Resets the tries if the connection was away; if it was usable all the time, something else fails, and they count on.
   * The pauses go on growing in any case, because one broken part of a service looks like an outage.
   */
  async #untilUsable(
    blocker: 'network' | 'sign_in',
    connectionId: string,
    retryPolicy: RetryPolicy,
    signal: AbortSignal,
  ): Promise<void> {
    const { availabilityOf } = this.#deps;
    const isUsable = (): boolean => {
      const { state } = availabilityOf(connectionId);
      return blocker === 'network' ? state !== 'offline' : state === 'online';
    };
    const wasUsable = isUsable();
    await retryPolicy.pause(signal);
    const hasWaited = !wasUsable || !isUsable();
    const availability = availabilityOf(connectionId);
    await (blocker === 'network' ? availability.whenReachable(signal) : availability.whenReady(signal));
    if (hasWaited) retryPolicy.resetTries();
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
 * Returns a check for free space, which also succeeds if the system does not report any.
 * @param onMissing called with the missing room at the first check and whenever the number of free bytes changes.
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
