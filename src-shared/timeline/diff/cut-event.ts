import type { Clip, TimelineFormat, Track } from '../timeline.ts';

/** A clip as the comparison sees it: in frames of the delivered cut's rate. */
export interface CutEvent {
  readonly trackIndex: number;
  readonly trackKind: 'video' | 'audio';
  /** Among the events of its track. */
  readonly order: number;
  readonly mediaKey: string;
  readonly fileName: string;
  readonly isStill: boolean;
  readonly startFrame: number;
  readonly durationFrames: number;
  /** Frames of the media. */
  readonly sourceStart: number;
  readonly sourceLength: number;
  /** Below zero when played backwards. */
  readonly speed: number;
  /** The sound and the words that begin with a picture: they tell uses of one still apart. */
  readonly company: readonly string[];
  readonly clip: Clip;
}

export type TrackFacts = Pick<Track, 'kind' | 'role' | 'name'>;

/** A cut made comparable. */
export interface Cut {
  readonly events: readonly CutEvent[];
  /** Events by track, in order. */
  readonly tracks: readonly (readonly CutEvent[])[];
  /** What the tracks are; those of the other cut that this one has not are null. */
  readonly trackFacts: readonly (TrackFacts | null)[];
  readonly primaryIndex: number;
}

export interface EventPair {
  readonly before: CutEvent;
  readonly after: CutEvent;
}

export interface DiffOptions {
  /** The formats the cut went through on its way: what they lose is no edit. */
  readonly formats?: readonly TimelineFormat[];
  /** First frames of the delivered cut's scenes; those of its markers, else of its pictures, without them. */
  readonly sceneStarts?: readonly number[];
  /** Hashes of the media of both cuts by media id, for files that were renamed. */
  readonly hashesBefore?: ReadonlyMap<string, string>;
  readonly hashesAfter?: ReadonlyMap<string, string>;
}

export function endOf(event: CutEvent): number {
  return event.startFrame + event.durationFrames;
}

export function spanOf(event: CutEvent): { readonly startFrame: number; readonly endFrame: number } {
  return { startFrame: event.startFrame, endFrame: endOf(event) };
}

/** Frames two events are both on, were the first moved by `shift`. */
export function commonFrames(one: CutEvent, other: CutEvent, shift = 0): number {
  const start = Math.max(one.startFrame + shift, other.startFrame);
  return Math.max(0, Math.min(endOf(one) + shift, endOf(other)) - start);
}

export function sharesSource(one: CutEvent, other: CutEvent): boolean {
  if (one.isStill) return true;
  const start = Math.max(one.sourceStart, other.sourceStart);
  return Math.min(one.sourceStart + one.sourceLength, other.sourceStart + other.sourceLength) > start;
}
