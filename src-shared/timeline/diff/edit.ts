import type { Loss } from '../losses.ts';
import type { TransitionStyle } from '../timeline.ts';

/** Frames of the sequence at the delivered cut's rate; the end is exclusive. */
export interface FrameSpan {
  readonly startFrame: number;
  readonly endFrame: number;
}

/** The key of a sentence, and what goes into its places. */
export interface EditMessage {
  readonly key: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

interface EditPlace {
  /** Counted from 1 in the delivered cut; null where it has no scenes. */
  readonly scene: number | null;
  /** Null for what was not there before. */
  readonly before: FrameSpan | null;
  /** Null for what is gone. */
  readonly after: FrameSpan | null;
  /** The kinds of tracks concerned, pictures first: a picture and its sound are one edit. */
  readonly trackKinds: readonly ('video' | 'audio')[];
  /** File name of the media concerned; empty for captions, markers and losses. */
  readonly fileName: string;
  /** What it weighs among the other edits. */
  readonly affectedFrames: number;
  readonly message: EditMessage;
}

/** What became of a clip, a caption or a marker. */
export type EditChange =
  | { readonly kind: 'removed' }
  | { readonly kind: 'added' }
  /** `ripple` where all that follows moved with it; `track` where it lies on another one now. */
  | { readonly kind: 'moved'; readonly byFrames: number; readonly how: 'order' | 'time' | 'ripple' | 'track' }
  /** Frames of the sequence taken off; below zero where the clip was drawn out. */
  | { readonly kind: 'trimmed'; readonly headFrames: number; readonly tailFrames: number }
  /** The same place and length, another part of the media. */
  | { readonly kind: 'slipped'; readonly byFrames: number }
  | { readonly kind: 'split'; readonly pieces: readonly FrameSpan[] }
  | { readonly kind: 'joined'; readonly pieces: readonly FrameSpan[] }
  | { readonly kind: 'replaced'; readonly newFileName: string }
  /** Below zero when played backwards. */
  | { readonly kind: 'retimed'; readonly oldSpeed: number; readonly newSpeed: number }
  /** Null where the difference is not the same throughout. */
  | { readonly kind: 'level'; readonly byDb: number | null }
  | { readonly kind: 'motion' }
  /** Effects by the names their program gives them, one for each use. */
  | { readonly kind: 'effect'; readonly change: 'added' | 'removed'; readonly names: readonly string[] }
  | {
      readonly kind: 'transition';
      readonly oldStyle: TransitionStyle | null;
      readonly newStyle: TransitionStyle | null;
    }
  | {
      readonly kind: 'caption';
      readonly languageCode: string;
      readonly oldText: string;
      readonly newText: string;
    }
  | { readonly kind: 'disabled'; readonly isDisabled: boolean }
  | { readonly kind: 'marker'; readonly change: 'added' | 'removed' | 'moved' | 'renamed' }
  /** What the formats on the way do not carry; no edit of anybody's. */
  | { readonly kind: 'format-loss'; readonly loss: Loss | 'SPEED' };

/** One change between two cuts. */
export type Edit = EditPlace & EditChange;

export type EditKind = Edit['kind'];
