import type { Change, Choice, ChosenSide, Conflict, Decisions, MergeField } from './merge-types.ts';

/** Subject of a change. */
export interface About extends Pick<Change, 'subject'>, Partial<Pick<Change, 'scene' | 'places'>> {
  /** The same for the same part of the delivered cut. */
  readonly key: string;
}

const nowhere: Change['places'] = { base: null, ours: null, theirs: null };

/** Records the outcome of each change of the project, once. */
export class MergeLog {
  readonly #carried = new Map<string, Change>();
  readonly #notCarried = new Map<string, Change>();
  readonly #conflicts = new Map<string, Conflict>();
  readonly #decisions: Decisions;

  constructor(decisions: Decisions) {
    this.#decisions = decisions;
  }

  get result(): {
    carried: readonly Change[];
    notCarried: readonly Change[];
    conflicts: readonly Conflict[];
  } {
    const carried = this.#carried;
    const notCarried = this.#notCarried;
    const conflicts = this.#conflicts;
    return {
      carried: [...carried.values()],
      notCarried: [...notCarried.values()],
      conflicts: [...conflicts.values()],
    };
  }

  carry(field: MergeField, about: About): void {
    const change = changeOf(field, about);
    this.#carried.set(change.id, change);
  }

  omit(field: MergeField, about: About): void {
    const change = changeOf(field, about);
    this.#notCarried.set(change.id, change);
  }

  /** True for a conflict that was decided for the editor. */
  isOurs(field: MergeField, key: string): boolean {
    return this.#conflicts.get(idOf(field, key))?.choice === 'ours';
  }

  /** Decides a conflict that only one side can win. `both` counts as the editor's. */
  decide(field: MergeField, about: About): ChosenSide {
    const change = changeOf(field, about);
    const choice = this.#decisions.get(change.id) === 'theirs' ? 'theirs' : 'ours';
    this.#conflicts.set(change.id, { ...change, choice, mayTakeBoth: false });
    return choice;
  }

  /** Decides a conflict that both sides can win. */
  decideOnBoth(field: MergeField, about: About): Choice {
    const change = changeOf(field, about);
    const choice = this.#decisions.get(change.id) ?? 'ours';
    this.#conflicts.set(change.id, { ...change, choice, mayTakeBoth: true });
    return choice;
  }
}

function changeOf(field: MergeField, { key, subject, scene = null, places = nowhere }: About): Change {
  return { id: idOf(field, key), field, subject, scene, places };
}

function idOf(field: MergeField, key: string): string {
  return `${field} ${key}`;
}
