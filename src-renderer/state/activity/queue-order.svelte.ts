import { SvelteMap } from 'svelte/reactivity';
import type { ActivityItem } from '../../../src-shared/contract/activity.ts';
import type { Transfer } from '../../../src-shared/contract/transfer.ts';
import type { AppClient } from '../foundation/app-client.ts';

const pageSize = 200;
/** Maximum number of changed rows in one event of main; with this many, the whole queue is read again. */
const maxReported = 200;

const inLine = new Set<Transfer['state']>(['queued', 'waiting', 'paused']);

/** True if a transfer is queued: neither running nor ended. */
export function isInLine(transfer: Transfer): boolean {
  return inLine.has(transfer.state);
}

/** The queued transfers in order, and the possible moves of each. */
export class QueueOrder {
  readonly #client: AppClient;
  readonly #transfers = new SvelteMap<string, Transfer>();
  #round = 0;
  #isFollowed = false;
  /** Rows reported during a read of the queue, which are newer than the read ones; null if no read runs. */
  #heard: ActivityItem[] | null = null;

  /** Ids of the queued transfers, the next one first. */
  line = $state.raw<readonly string[]>([]);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Subscribes, then reads the queue. Returns the function that unsubscribes. */
  start(): () => void {
    const stop = this.#client.on('activity.changed', ({ items, isReordered }) => {
      this.#apply(items);
      if (isReordered && items.length >= maxReported) void this.refresh();
    });
    this.#isFollowed = true;
    void this.refresh();
    return () => {
      this.#isFollowed = false;
      this.#round += 1;
      stop();
    };
  }

  /** Reads the whole queue, unless it is stopped. On failure the known rows stay until the next change. */
  async refresh(): Promise<void> {
    if (!this.#isFollowed) return;
    this.#round += 1;
    const round = this.#round;
    const heard: ActivityItem[] = [];
    this.#heard = heard;
    const read: ActivityItem[] = [];
    for (const what of ['downloads', 'uploads'] as const) {
      let offset = 0;
      let isMore = true;
      while (isMore) {
        const page = await this.#read(what, offset);
        if (round !== this.#round) return;
        if (page === null) {
          this.#heard = null;
          return;
        }
        read.push(...page);
        offset += page.length;
        isMore = page.length === pageSize;
      }
    }
    this.#heard = null;
    this.#transfers.clear();
    this.#take([...read, ...heard]);
    this.#order();
  }

  /** Applies a changed transfer before main publishes it. */
  take(record: Transfer): void {
    this.#apply([{ kind: 'transfer', connectionId: record.connectionId, record }]);
  }

  /** Returns a transfer's position in the queue, from 1; null if it is not queued. */
  numberOf(transferId: string): number | null {
    const at = this.line.indexOf(transferId);
    return at < 0 ? null : at + 1;
  }

  /** Returns the transfer to move another one before. Null: to the end. Undefined: the move changes nothing. */
  targetOf(transferId: string, where: 'first' | 'up' | 'down' | 'last'): string | null | undefined {
    const at = this.line.indexOf(transferId);
    const isAtEdge = where === 'first' || where === 'up' ? at === 0 : at === this.line.length - 1;
    if (at < 0 || isAtEdge) return undefined;
    if (where === 'first') return this.line[0];
    if (where === 'up') return this.line[at - 1];
    return where === 'last' ? null : (this.line[at + 2] ?? null);
  }

  async #read(what: 'downloads' | 'uploads', offset: number): Promise<readonly ActivityItem[] | null> {
    try {
      const filter = { what, status: 'open', connectionId: null, search: '' } as const;
      return (await this.#client.call('activity.list', { filter, offset, limit: pageSize })).items;
    } catch {
      return null;
    }
  }

  #apply(items: readonly ActivityItem[]): void {
    this.#heard?.push(...items);
    if (this.#take(items)) this.#order();
  }

  /** Returns whether the order may have changed. */
  #take(items: readonly ActivityItem[]): boolean {
    let isChanged = false;
    for (const { kind, record } of items) {
      if (kind !== 'transfer') continue;
      const before = this.#transfers.get(record.transferId);
      if (isInLine(record)) {
        this.#transfers.set(record.transferId, record);
        isChanged ||= before?.place !== record.place;
      } else if (before) {
        this.#transfers.delete(record.transferId);
        isChanged = true;
      }
    }
    return isChanged;
  }

  #order(): void {
    const ordered = [...this.#transfers.values()].sort(
      (a, b) => a.place - b.place || a.createdAt - b.createdAt,
    );
    this.line = ordered.map(({ transferId }) => transferId);
  }
}
