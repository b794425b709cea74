import { AppError } from '../../src-shared/app-error.ts';
import type { Respelling } from '../../src-shared/contract/tool-take.ts';
import { applyChanges } from '../../src-timeline/changes/apply-changes.ts';
import type { Change } from '../../src-timeline/changes/change.ts';
import type { MediaReference, Timeline } from '../../src-timeline/model/timeline.ts';
import type { Clock } from '../platform.ts';
import type { YourCutRecord, YourCutRepository, YourCutState } from '../state/your-cut-repository.ts';

export interface YourCutsDeps {
  readonly repository: Pick<YourCutRepository, 'get' | 'put'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly publish: (projectId: string) => void;
}

/** The project cut that your cut begins with. */
export interface Origin {
  readonly cut: Timeline;
  readonly updatedAt: number;
}

/** Your cut with what it was made of. */
export interface YourCut {
  readonly origin: Timeline;
  readonly originUpdatedAt: number;
  readonly base: Timeline;
  readonly changes: readonly Change[];
  readonly timeline: Timeline;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

interface KnownCut {
  readonly record: YourCutRecord;
  shown: YourCut | null;
}

/** Number of updates, restorations and discards that can be undone. */
const maxPrevious = 10;
/** Number of cuts that stay in memory. */
const maxKnown = 8;

/** The cuts of the user. Each change is on the disk before the call returns; undo is a shorter list of steps. */
export class YourCuts {
  readonly #deps: YourCutsDeps;
  /** Records as last read or written, and what they show, so that changes are applied once. */
  readonly #known = new Map<string, KnownCut>();

  constructor(deps: YourCutsDeps) {
    this.#deps = deps;
  }

  /** Returns your cut; the project cut if it has no changes, null without either. */
  get(projectId: string, origin: Origin | null): YourCut | null {
    const known = this.#knownOf(projectId);
    const { state, previous } = known.record;
    if (state && !isPlain(state)) return (known.shown ??= shownOf(state, previous.length > 0));
    if (!origin) return null;
    const plain = shownOf(stateOf(origin), previous.length > 0);
    return { ...plain, canRedo: (state?.undone.length ?? 0) > 0 };
  }

  /**
   * Makes one step of several changes.
   * @param mediaOf returns known media by their ids; those in the changes are replaced by them.
   * @throws AppError `invalid_input` with `reason` `unknown_media`, `disk_full`.
   */
  change(
    projectId: string,
    changes: readonly Change[],
    origin: Origin,
    mediaOf: (mediaId: string) => MediaReference | undefined,
  ): void {
    const record = this.#recordOf(projectId);
    const state = record.state && !isPlain(record.state) ? record.state : stateOf(origin);
    const step = changes.map((change) => withKnownMedia(change, mediaOf));
    this.#put({ ...record, state: { ...state, steps: [...state.steps, step], undone: [] } });
  }

  /** Undoes the last step, else the last update, restoration or discard. Does nothing if there is none. */
  undo(projectId: string): void {
    const record = this.#recordOf(projectId);
    const { state, previous } = record;
    const step = state?.steps.at(-1);
    if (state && step) {
      const steps = state.steps.slice(0, -1);
      this.#put({ ...record, state: { ...state, steps, undone: [...state.undone, step] } });
    } else if (previous.length > 0) {
      this.#put({ ...record, state: previous.at(-1) ?? null, previous: previous.slice(0, -1) });
    }
  }

  /** Redoes the step that was undone last. Does nothing if there is none. */
  redo(projectId: string): void {
    const record = this.#recordOf(projectId);
    const { state } = record;
    const step = state?.undone.at(-1);
    if (!state || !step) return;
    const undone = state.undone.slice(0, -1);
    this.#put({ ...record, state: { ...state, steps: [...state.steps, step], undone } });
  }

  /** Begins with another state, which can be undone; null for the project cut. */
  replace(projectId: string, state: YourCutState | null): void {
    const record = this.#recordOf(projectId);
    const previous = [...record.previous, record.state].slice(-maxPrevious);
    this.#put({ ...record, state, previous });
  }

  /** Returns the words that are respelled for the voice of a project. */
  respellingsOf(projectId: string): readonly Respelling[] {
    return this.#recordOf(projectId).respellings;
  }

  /** Keeps the words that are respelled. No step: an undo leaves them. @throws AppError `disk_full`. */
  respell(projectId: string, respellings: readonly Respelling[]): void {
    const record = this.#recordOf(projectId);
    if (JSON.stringify(record.respellings) === JSON.stringify(respellings)) return;
    this.#put({ ...record, respellings: [...respellings] });
  }

  /** Returns all states of your cut, those that an undo or redo shows as well. */
  statesOf(projectId: string): readonly YourCutState[] {
    const { state, previous } = this.#recordOf(projectId);
    return [state, ...previous].filter((one) => one !== null);
  }

  #recordOf(projectId: string): YourCutRecord {
    return this.#knownOf(projectId).record;
  }

  #knownOf(projectId: string): KnownCut {
    const known = this.#known.get(projectId);
    if (known) return known;
    const stored = this.#deps.repository.get(projectId);
    return this.#remember(stored ?? { projectId, changedAt: 0, state: null, previous: [], respellings: [] });
  }

  #remember(record: YourCutRecord): KnownCut {
    const known: KnownCut = { record, shown: null };
    this.#known.delete(record.projectId);
    this.#known.set(record.projectId, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
    return known;
  }

  #put(record: YourCutRecord): void {
    const { repository, clock, publish } = this.#deps;
    const changed = { ...record, changedAt: Math.floor(clock.now() / 1000) };
    repository.put(changed);
    this.#remember(changed);
    publish(record.projectId);
  }
}

/** True for a state without changes, which follows the project. */
function isPlain({ base, steps }: YourCutState): boolean {
  return base === null && steps.length === 0;
}

function shownOf(state: YourCutState, hasPrevious: boolean): YourCut {
  const { origin, originUpdatedAt, steps, undone } = state;
  const base = state.base ?? origin;
  const changes = steps.flat();
  return {
    origin,
    originUpdatedAt,
    base,
    changes,
    timeline: applyChanges(base, changes),
    canUndo: steps.length > 0 || hasPrevious,
    canRedo: undone.length > 0,
  };
}

function stateOf({ cut, updatedAt }: Origin): YourCutState {
  return { origin: cut, originUpdatedAt: updatedAt, base: null, steps: [], undone: [] };
}

/** @throws AppError `invalid_input`. */
function withKnownMedia(change: Change, mediaOf: (mediaId: string) => MediaReference | undefined): Change {
  if (!('media' in change)) return change;
  const media = mediaOf(change.media.mediaId);
  if (media) return { ...change, media: { ...media } };
  throw new AppError('invalid_input', 'A change shows media that are neither of the cut nor a take.', {
    details: { reason: 'unknown_media', mediaId: change.media.mediaId },
  });
}
