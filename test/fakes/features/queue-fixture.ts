import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Availability } from '../../../src-main/api/http/availability.ts';
import type { Clock } from '../../../src-main/platform.ts';
import { KnownFolders } from '../../../src-main/state/settings/known-folders.ts';
import { SettingsRepository } from '../../../src-main/state/settings-repository.ts';
import type { StateStore } from '../../../src-main/state/state-store.ts';
import { TransferRepository } from '../../../src-main/state/transfer-repository.ts';
import { Blockers } from '../../../src-main/transfers/queue/blockers.ts';
import { TransferLogs } from '../../../src-main/transfers/queue/transfer-logs.ts';
import type {
  TransferContext,
  TransferOrder,
  TransferOutcome,
} from '../../../src-main/transfers/queue/transfer-order.ts';
import { TransferQueue } from '../../../src-main/transfers/queue/transfer-queue.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import { KeptLog, makeFolder } from '../main-fixture.ts';

/** Lets a test close connections with an error, and open them. */
class Switches {
  readonly #availabilityOf: (connectionId: string) => Availability;
  readonly #error: AppError;

  constructor(availabilityOf: (connectionId: string) => Availability, error: AppError) {
    this.#availabilityOf = availabilityOf;
    this.#error = error;
  }

  close(connectionId: string): void {
    this.#availabilityOf(connectionId).noteOutcome(this.#error);
  }

  open(connectionId: string): void {
    this.#availabilityOf(connectionId).noteOutcome(null);
  }
}

/** Creates a transfer queue with a real state, and with switches for the network and the sign-in. */
export async function createQueue(state: StateStore, clock: Clock, isAttended = true) {
  const log = new KeptLog();
  const availabilities = new Map<string, Availability>();
  const availabilityOf = (connectionId: string): Availability => {
    const availability = availabilities.get(connectionId) ?? new Availability({ clock, log });
    availabilities.set(connectionId, availability);
    return availability;
  };
  const network = new Switches(availabilityOf, new AppError('service_unreachable', 'The network is away.'));
  const signIn = new Switches(availabilityOf, new AppError('signed_out', 'Nobody is signed in.'));
  const settings = new SettingsRepository({ state });
  const folders = new KnownFolders({ repository: settings, mayMark: true });
  const repository = new TransferRepository({ state, log });
  const logs = new TransferLogs({ folder: join(await makeFolder('logs'), 'transfers'), clock, log });
  const blockers = new Blockers({
    clock,
    isAttended,
    availabilityOf,
    requireFolder: (path) => folders.require(path),
  });
  const awake = { count: 0 };
  const power = {
    keepAwake: () => {
      awake.count += 1;
      return () => void (awake.count -= 1);
    },
    onResume: () => () => undefined,
  };
  const queue = new TransferQueue({ state, repository, settings, blockers, logs, power, clock, log });
  queue.setLimits({ parallelTransfers: 3, bandwidthLimitBytesPerSecond: null });
  onTestFinished(() => queue.dispose());
  return { queue, repository, settings, folders, blockers, logs, log, power, awake, network, signIn };
}

/** Lets a test control a transfer. */
export class Hand {
  readonly lanes: TransferContext[] = [];
  readonly #turns: PromiseWithResolvers<TransferOutcome>[] = [];

  /** Number of times the transfer has begun. */
  get count(): number {
    return this.lanes.length;
  }

  get context(): TransferContext {
    const context = this.lanes.at(-1);
    if (!context) throw new Error('It has not begun.');
    return context;
  }

  perform(context: TransferContext): Promise<TransferOutcome> {
    const turn = Promise.withResolvers<TransferOutcome>();
    this.lanes.push(context);
    this.#turns.push(turn);
    context.signal.addEventListener('abort', () => {
      turn.reject(context.signal.reason);
    });
    return turn.promise;
  }

  done(sizeBytes = 100): void {
    this.#turns.at(-1)?.resolve({ sizeBytes, sha256: 'ab'.repeat(32), fileId: null });
  }

  fail(error: unknown): void {
    this.#turns.at(-1)?.reject(error);
  }
}

/** Returns an order for a download that `hand` controls. */
export function orderOf(name: string, hand: Hand, change: Partial<TransferOrder> = {}): TransferOrder {
  return {
    key: `test:${name}`,
    connectionId: 'local',
    direction: 'download',
    displayName: name,
    owner: null,
    totalBytes: 100,
    targetPath: null,
    source: null,
    priority: 0,
    perform: (context) => hand.perform(context),
    ...change,
  };
}
