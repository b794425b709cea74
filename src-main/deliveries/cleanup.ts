import { settleWithin } from '../foundation/settle-within.ts';
import type { SavedFileParts } from '../projects/saved-file-parts.ts';
import { isFinishedDelivery } from '../state/delivery-repository.ts';
import { temporaryFolderPrefix } from '../state/settings/delivery-folder.ts';
import type { SettingsService } from '../state/settings/settings-service.ts';
import { type DeliveryLedger, leavesDownloads } from './delivery-ledger.ts';
import { longestClearingMs, removeOrphans, type WorkspaceFate } from './workspace.ts';

export interface CleanupDeps {
  readonly ledger: Pick<DeliveryLedger, 'peek' | 'list' | 'listUnfinished'>;
  readonly savedFileParts: Pick<SavedFileParts, 'isInUse'>;
  readonly settings: Pick<SettingsService, 'deliveryFolderPath'>;
}

/** Number of recent deliveries to search for leftovers of failed ones. */
const lastDeliveries = 50;

/** Removes what ended deliveries of all connections left in delivery folders. */
export class Cleanup {
  readonly #deps: CleanupDeps;

  constructor(deps: CleanupDeps) {
    this.#deps = deps;
  }

  /** Waits a few seconds at most, as a drive may not respond. */
  async start(): Promise<void> {
    const { ledger, settings } = this.#deps;
    const failed = ledger.list(lastDeliveries).filter(leavesDownloads);
    const roots = new Set([...ledger.listUnfinished(), ...failed].map(({ rootFolder }) => rootFolder));
    if (settings.deliveryFolderPath !== null) roots.add(settings.deliveryFolderPath);
    const fateOf = (id: string): WorkspaceFate => this.#fateOf(id);
    await settleWithin(longestClearingMs, Promise.all([...roots].map((root) => removeOrphans(root, fateOf))));
  }

  #fateOf(id: string): WorkspaceFate {
    const { ledger, savedFileParts } = this.#deps;
    if (savedFileParts.isInUse(temporaryFolderPrefix + id)) return 'kept';
    const record = ledger.peek(id);
    if (!record || leavesDownloads(record)) return 'unknown';
    return isFinishedDelivery(record) ? 'removed' : 'kept';
  }
}
