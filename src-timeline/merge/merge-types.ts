import type { FrameSpan } from '../diff/edit.ts';
import type { FormatsOnWay } from '../model/losses.ts';
import type { Timeline } from '../model/timeline.ts';

export interface Three<Value> {
  /** The cut as delivered. */
  readonly base: Value;
  /** The cut as returned from the editor. */
  readonly ours: Value;
  /** The project's current cut. */
  readonly theirs: Value;
}

/** Outcome of the scenes that the project removed. */
export interface Removals {
  /** Delivered clips that stay. */
  readonly kept: ReadonlySet<string>;
  /** Clips of the editor that go along with their scene. */
  readonly along: ReadonlySet<string>;
}

/** Three versions of one cut, at the same rate. */
export type MergeCuts = Three<Timeline>;

/** Part of the cut that a change concerns. `cut` is a clip's length, first frame and speed. */
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
  | 'items'
  | 'captions'
  | 'sequence';

/** A change of the project since the delivery. */
export interface Change {
  /** Stays the same whenever the same cuts are merged. */
  readonly id: string;
  readonly field: MergeField;
  /** File name, words or name of the changed item. */
  readonly subject: string;
  /** Scene number in the delivered cut, from 1; null if it belongs to none. */
  readonly scene: number | null;
  /** Place in each cut; null if absent there. */
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

/** A change of the project to a part that the editor changed too. */
export interface Conflict extends Change {
  /** The decision; `ours` if undecided. */
  readonly choice: Choice;
  readonly mayTakeBoth: boolean;
}

/** Choices by conflict id. */
export type Decisions = ReadonlyMap<string, Choice>;

/** Known file hashes by media id. A file of the same name may have been made again. */
export type MediaHashes = ReadonlyMap<string, string>;

/** Parts that our cut's document does not contain, whatever its format. */
export interface Lacking {
  readonly captions: boolean;
  /** Languages that it contains although it lacks captions in others. */
  readonly except?: readonly string[];
  readonly markers: boolean;
}

/** True if our cut does not contain the captions in a language. */
export function lacksLanguage({ captions, except = [] }: Lacking, languageCode: string): boolean {
  return captions && !except.includes(languageCode);
}

/** The losses of the formats that our cut went through are restored from the delivered cut. */
export interface MergeOptions extends FormatsOnWay {
  readonly decisions?: Decisions;
  readonly hashes?: Partial<Three<MediaHashes>>;
  /** First frames of the delivered cut's scenes; without them, those of its pictures. */
  readonly sceneStarts?: readonly number[];
  readonly lacking?: Lacking;
}

export interface MergeResult {
  readonly cut: Timeline;
  /** Changes of the project that are in the cut. */
  readonly carried: readonly Change[];
  /** Changes to clips and scenes that the editor removed. */
  readonly notCarried: readonly Change[];
  readonly conflicts: readonly Conflict[];
}
