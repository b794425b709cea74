import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { Toasts } from '../window/toasts.svelte.ts';

interface DelayedRemovalDeps {
  readonly toasts: Pick<Toasts, 'show' | 'dismiss'>;
  readonly text: TextOf;
}

/** Things that are removed once their notice is gone. */
interface Pending {
  readonly toastId: number;
  readonly group: string;
  /** Resolves when they are removed or the removal was refused, or the user has undone it. */
  readonly settled: Promise<void>;
}

/** A removal to carry out later. */
interface Removal {
  /** Ids of what disappears at once. */
  readonly ids: readonly string[];
  /** Names what `settle` carries out together. */
  readonly group: string;
  /** Says what is removed. */
  readonly words: () => string;
  /** Removes it, and tells of a refusal itself. */
  readonly remove: () => Promise<void>;
}

/** Removals that cannot be undone once made: each waits until its notice with the undo action is gone. */
export class DelayedRemoval {
  readonly #deps: DelayedRemovalDeps;
  readonly #pending = new SvelteMap<string, Pending>();

  constructor(deps: DelayedRemovalDeps) {
    this.#deps = deps;
  }

  /** True if the thing is about to be removed; the user can still undo it. */
  has(id: string): boolean {
    return this.#pending.has(id);
  }

  /** Shows the notice, and removes the things once it is gone. */
  begin({ ids, group, words, remove }: Removal): void {
    const { toasts, text } = this.#deps;
    const { promise: settled, resolve } = Promise.withResolvers<undefined>();
    const end = (): void => {
      for (const id of ids) this.#pending.delete(id);
      resolve(undefined);
    };
    const toastId = toasts.show({
      text: words,
      action: { label: () => text('common.undo'), run: end },
      onGone: () => void remove().finally(end),
    });
    for (const id of ids) this.#pending.set(id, { toastId, group, settled });
  }

  /** Carries out the pending removals of a group at once. */
  async settle(group: string): Promise<void> {
    const all = [...this.#pending.values()].filter((each) => each.group === group);
    for (const { toastId } of all) this.#deps.toasts.dismiss(toastId);
    await Promise.all(all.map(({ settled }) => settled));
  }
}

export const [getRemovals, setRemovals] = createContext<DelayedRemoval>();
