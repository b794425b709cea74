import type { ActivityItem } from '../../../src-shared/contract/activity.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { activityKeyOf, withChanged } from './activity-item.ts';

/** The jobs and downloads of the selected delivery, kept up to date. */
export class ActivityParts {
  readonly #client: AppClient;
  #deliveryId: string | null = null;

  items = $state.raw<readonly ActivityItem[]>([]);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Selects another delivery; null selects none. */
  show(deliveryId: string | null): void {
    if (deliveryId === this.#deliveryId) return;
    this.#deliveryId = deliveryId;
    this.items = [];
    if (deliveryId !== null) void this.#read(deliveryId);
  }

  /** Reads the parts again. */
  async refresh(): Promise<void> {
    if (this.#deliveryId !== null) await this.#read(this.#deliveryId);
  }

  /** Applies changed rows. An added part causes all parts to be read again. */
  take(changed: readonly ActivityItem[]): void {
    const deliveryId = this.#deliveryId;
    if (deliveryId === null) return;
    this.items = withChanged(this.items, changed);
    const known = this.items.map(activityKeyOf);
    if (changed.some((item) => isPartOf(item, deliveryId) && !known.includes(activityKeyOf(item)))) {
      void this.#read(deliveryId);
    }
  }

  /** On failure the known parts stay; the next change reads again. */
  async #read(deliveryId: string): Promise<void> {
    const answer = await this.#client.call('activity.parts', { deliveryId }).catch(() => null);
    if (answer && deliveryId === this.#deliveryId) this.items = answer.items;
  }
}

/** True if a row may be part of the delivery. A job does not state its delivery, so any interchange job counts. */
function isPartOf({ kind, record }: ActivityItem, deliveryId: string): boolean {
  if (kind === 'transfer') return record.owner?.kind === 'delivery' && record.owner.id === deliveryId;
  return kind === 'job' && record.kind === 'interchange';
}
