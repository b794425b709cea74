import { ElapsedTime } from '../foundation/elapsed-time.ts';
import { settleWithin } from '../foundation/settle-within.ts';
import { appIsClosing } from '../foundation/wait.ts';
import type { Clock, Log } from '../platform.ts';
import type { SavedFileParts } from '../projects/saved-file-parts.ts';
import { type DeliveryRepository, isFinishedDelivery } from '../state/delivery-repository.ts';
import { temporaryFolderPrefix } from '../state/settings/delivery-folder.ts';
import type { SettingsService } from '../state/settings/settings-service.ts';
import { type DeliveryLedger, leavesDownloads } from './delivery-ledger.ts';
import { longestClearingMs, removeOrphans, type WorkspaceFate } from './workspace.ts';

export interface CleanupDeps {
  readonly ledger: Pick<DeliveryLedger, 'peek' | 'listUnfinished'>;
  readonly repository: Pick<DeliveryRepository, 'listFailed'>;
  readonly savedFileParts: Pick<SavedFileParts, 'isInUse' | 'removeUnused'>;
  readonly settings: Pick<SettingsService, 'deliveryFolderPath'>;
  readonly clock: Clock;
  readonly log: Log;
}

const cleanEveryMs = 24 * 3_600_000;
/** More often than it cleans, as timers stand still while the computer sleeps. */
const checkEveryMs = 3_600_000;

/** Removes what ended deliveries and failed saves of all connections left: at the start, then daily. */
export class Cleanup {
  readonly #deps: CleanupDeps;
  readonly #sinceLast: ElapsedTime;
  readonly #closing = new AbortController();
  #running: Promise<void> | null = null;
  #cancelCheck = (): void => undefined;

  constructor(deps: CleanupDeps) {
    this.#deps = deps;
    this.#sinceLast = new ElapsedTime(deps);
  }

  /** Waits for the first removal in delivery folders, a few seconds at most, as a drive may not respond. */
  async start(): Promise<void> {
    this.#cleanWhenDue();
    await settleWithin(longestClearingMs, Promise.resolve(this.#running));
  }

  /** Waits as `start`. */
  async dispose(): Promise<void> {
    this.#cancelCheck();
    this.#closing.abort(appIsClosing);
    await settleWithin(longestClearingMs, Promise.resolve(this.#running));
  }

  #cleanWhenDue(): void {
    const { clock, log } = this.#deps;
    this.#cancelCheck = clock.schedule(checkEveryMs, () => {
      this.#cleanWhenDue();
    });
    if (this.#running !== null || this.#sinceLast.ms < cleanEveryMs) return;
    this.#sinceLast.restart();
    this.#running = this.#clean()
      .catch((error: unknown) => {
        log.error('Unused files could not be removed.', error);
      })
      .finally(() => {
        this.#running = null;
      });
  }

  async #clean(): Promise<void> {
    const { ledger, repository, savedFileParts, settings, log } = this.#deps;
    const failed = repository.listFailed().filter(leavesDownloads);
    const roots = new Set([...ledger.listUnfinished(), ...failed].map(({ rootFolder }) => rootFolder));
    if (settings.deliveryFolderPath !== null) roots.add(settings.deliveryFolderPath);
    // Not waited for: a file may have been saved to a drive that never responds again.
    savedFileParts.removeUnused(this.#closing.signal).catch((error: unknown) => {
      log.error('The parts of saved files could not be removed.', error);
    });
    await Promise.all([...roots].map((root) => removeOrphans(root, (id) => this.#fateOf(id))));
  }

  #fateOf(id: string): WorkspaceFate {
    const { ledger, savedFileParts } = this.#deps;
    // The state may be closed already.
    if (this.#closing.signal.aborted || savedFileParts.isInUse(temporaryFolderPrefix + id)) return 'kept';
    const record = ledger.peek(id);
    if (!record || leavesDownloads(record)) return 'unknown';
    return isFinishedDelivery(record) ? 'removed' : 'kept';
  }
}
