import type { FrameSpan } from '../diff/edit.ts';
import type { Timeline, TimelineFormat } from '../timeline.ts';

export interface Three<Value> {
  /** As delivered. */
  readonly base: Value;
  /** As it came back from the editor. */
  readonly ours: Value;
  /** As the project has it now. */
  readonly theirs: Value;
}

/** Three versions of one cut, at one rate. */
export type MergeCuts = Three<Timeline>;

/** Which part of the cut a change is about. `cut` is a clip's length, first frame and speed. */
export type MergeField =
  | 'added'
  | 'removed'
  | 'order'
  | 'place'
  | 'split'
  | 'media'
  | 'cut'
  | 'levels'
  | 'motion'
  | 'transition'
  | 'disabled'
  | 'markers'
  | 'captions'
  | 'sequence';

/** A change of the project since the delivery. */
export interface Change {
  /** The same whenever the same cuts are merged. */
  readonly id: string;
  readonly field: MergeField;
  /** File name, words or name of what it is about. */
  readonly subject: string;
  /** Counted from 1 in the delivered cut; null for what belongs to none. */
  readonly scene: number | null;
  /** Where it is in each cut; null where it is not. */
  readonly places: Places;
}

interface Places {
  readonly base: FrameSpan | null;
  readonly ours: FrameSpan | null;
  readonly theirs: FrameSpan | null;
}

export type ChosenSide = 'ours' | 'theirs';
/** `both`: one after the other, each for half of the time. */
export type Choice = ChosenSide | 'both';

/** A change of the project to something the editor changed too. */
export interface Conflict extends Change {
  /** As decided; `ours` where nobody has. */
  readonly choice: Choice;
  readonly mayTakeBoth: boolean;
}

/** Choices by the id of their conflict. */
export type Decisions = ReadonlyMap<string, Choice>;

/** Hashes of files by media id, as far as they are known: a file of the same name may have been made again. */
export type MediaHashes = ReadonlyMap<string, string>;

export interface MergeOptions {
  readonly decisions?: Decisions;
  readonly hashes?: Partial<Three<MediaHashes>>;
  /** First frames of the delivered cut's scenes; those of its pictures without them. */
  readonly sceneStarts?: readonly number[];
  /** The formats our cut went through: what they lose is taken from the delivered cut. */
  readonly formats?: readonly TimelineFormat[];
  /** What of our cut did not come with its document, whatever the format. */
  readonly lacking?: { readonly captions: boolean; readonly markers: boolean };
}

export interface MergeResult {
  readonly cut: Timeline;
  /** What of the project's changes is in the cut. */
  readonly carried: readonly Change[];
  /** Changes to what the editor removed. */
  readonly notCarried: readonly Change[];
  readonly conflicts: readonly Conflict[];
}
