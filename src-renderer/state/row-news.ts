import type { ActivityItem } from '../../src-shared/contract/activity.ts';
import { activityKeyOf } from './activity-item.ts';

/** An answer on its way, and what is heard until it comes. */
export interface PendingRows {
  /** The rows of the answer, those changed since it was asked for as they are now. */
  newest(items: readonly ActivityItem[]): readonly ActivityItem[];
  end(): void;
}

/** Remembers rows that change while answers are on their way: they are newer than what those say. */
export class RowNews {
  readonly #pending = new Set<Map<string, ActivityItem>>();

  hear(items: readonly ActivityItem[]): void {
    for (const changed of this.#pending) {
      for (const item of items) changed.set(activityKeyOf(item), item);
    }
  }

  /** To be called when an answer is asked for. */
  begin(): PendingRows {
    const changed = new Map<string, ActivityItem>();
    this.#pending.add(changed);
    return {
      newest: (items) => items.map((item) => changed.get(activityKeyOf(item)) ?? item),
      end: () => {
        this.#pending.delete(changed);
      },
    };
  }
}
