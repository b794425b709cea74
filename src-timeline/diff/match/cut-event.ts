import type { FormatsOnWay } from '../../model/losses.ts';
import { headFramesOf, type Placement } from '../../model/placement.ts';
import type { Clip, ItemWithoutMedia, Track } from '../../model/timeline.ts';
import type { FrameSpan } from '../edit.ts';

/** A clip as the comparison uses it, in frames of the delivered cut's rate. */
export interface CutEvent {
  readonly trackIndex: number;
  readonly trackKind: 'video' | 'audio';
  /** Index among the events of its track. */
  readonly order: number;
  readonly mediaKey: string;
  readonly fileName: string;
  readonly isStill: boolean;
  readonly startFrame: number;
  readonly durationFrames: number;
  /** Frame of the media. */
  readonly sourceStart: number;
  readonly sourceLength: number;
  /** Negative when played backwards. */
  readonly speed: number;
  /**
   * Sound and words that begin with a picture; for other clips the picture at their start (`withAttached`). They
   * distinguish several uses of one still.
   */
  readonly attached: readonly string[];
  readonly clip: Clip;
}

/** An item without media in frames of the delivered cut's rate. */
export interface CutItem extends FrameSpan {
  /** Index among the tracks of the delivered cut; null for a track of its own. */
  readonly trackIndex: number | null;
  readonly item: ItemWithoutMedia;
}

export type TrackFacts = Pick<Track, 'kind' | 'role' | 'name'>;

/** A cut prepared for comparison. */
export interface Cut {
  readonly events: readonly CutEvent[];
  /** Events by track, in order. */
  readonly tracks: readonly (readonly CutEvent[])[];
  /** Kind, role and name of each track; null for tracks that only the other cut has. */
  readonly trackFacts: readonly (TrackFacts | null)[];
  readonly primaryIndex: number;
  readonly items: readonly CutItem[];
}

export interface EventPair {
  readonly before: CutEvent;
  readonly after: CutEvent;
}

/** The losses of the formats on the way are not edits. */
export interface DiffOptions extends FormatsOnWay {
  /** True if captions came with the cut, whether or not its formats hold any. */
  readonly hasCaptions?: boolean;
  /** First frames of the delivered cut's scenes. If absent, the markers mark the scenes, else the pictures. */
  readonly sceneStarts?: readonly number[];
  /** Hashes of the media of both cuts by media id, used to recognise renamed files. */
  readonly hashesBefore?: ReadonlyMap<string, string>;
  readonly hashesAfter?: ReadonlyMap<string, string>;
}

export function endOf(event: CutEvent): number {
  return event.startFrame + event.durationFrames;
}

export function spanOf(event: CutEvent): FrameSpan {
  return { startFrame: event.startFrame, endFrame: endOf(event) };
}

/**
 * First frame of the sound and words of a picture. If a transition begins before its cut, they start at the straight
 * cut, earlier than the picture by that lead.
 * @param delivered The delivered picture. Without the clip before it, a transition vanishes, but its lead stays.
 */
export function straightCutOf({ startFrame, clip }: Placement, delivered?: Placement): number {
  return startFrame - Math.max(headFramesOf(clip), delivered ? headFramesOf(delivered.clip) : 0);
}

/** Returns the span of a picture's sound and words, which ends where that of the picture after it begins. */
export function straightSpanOf(picture: CutEvent, next: CutEvent | undefined): FrameSpan {
  const endFrame = endOf(picture) - (next ? headFramesOf(next.clip) : 0);
  return { startFrame: straightCutOf(picture), endFrame };
}

/** Number of frames that two events share after moving the first by `shift`. */
export function commonFrames(one: CutEvent, other: CutEvent, shift = 0): number {
  const start = Math.max(one.startFrame + shift, other.startFrame);
  return Math.max(0, Math.min(endOf(one) + shift, endOf(other)) - start);
}

export function sharesSource(one: CutEvent, other: CutEvent): boolean {
  if (one.isStill) return true;
  const start = Math.max(one.sourceStart, other.sourceStart);
  return Math.min(one.sourceStart + one.sourceLength, other.sourceStart + other.sourceLength) > start;
}
