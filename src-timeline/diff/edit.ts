import type { Loss } from '../model/losses.ts';
import type { ItemKind, TimelineMarker, TransitionStyle } from '../model/timeline.ts';

/** A kind of parts that exporting programs leave out as a whole. */
export type LackingKind = 'PICTURES' | 'SOUND' | 'CAPTIONS';

/** Frames of the sequence at the delivered cut's rate. The end is exclusive. */
export interface FrameSpan {
  readonly startFrame: number;
  readonly endFrame: number;
}

/** Message key of a sentence, with its parameters. */
export interface EditMessage {
  readonly key: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

interface EditPlace {
  /** Scene number in the delivered cut, from 1; null if it has no scenes. */
  readonly scene: number | null;
  /** Null for an addition. */
  readonly before: FrameSpan | null;
  /** Null for a removal. */
  readonly after: FrameSpan | null;
  /** The kinds of tracks concerned, pictures first: a picture and its sound are one edit. */
  readonly trackKinds: readonly ('video' | 'audio')[];
  /** File name of the media concerned; empty for captions, markers, items without media and losses. */
  readonly fileName: string;
  /** Weight of the edit among the others. */
  readonly affectedFrames: number;
  readonly message: EditMessage;
}

/** `start`, `end`: an item was trimmed or extended there; `rewritten`: it has other words; `off`: it is disabled. */
export type ItemChange = 'added' | 'removed' | 'moved' | 'start' | 'end' | 'rewritten' | 'off' | 'on';

type LevelPart = 'constant' | 'loudest' | 'keyframes' | 'fades';

/** Change to a clip, a caption, a marker or an item without media. */
export type EditChange =
  | { readonly kind: 'removed' }
  | { readonly kind: 'added' }
  /** `ripple`: everything after it moved too; `track`: it is on another track now. */
  | { readonly kind: 'moved'; readonly byFrames: number; readonly how: 'order' | 'time' | 'ripple' | 'track' }
  /** Frames of the sequence removed; negative if the clip was extended. */
  | { readonly kind: 'trimmed'; readonly headFrames: number; readonly tailFrames: number }
  /** Same place and length, but another part of the media. */
  | { readonly kind: 'slipped'; readonly byFrames: number }
  | { readonly kind: 'split'; readonly pieces: readonly FrameSpan[] }
  | { readonly kind: 'joined'; readonly pieces: readonly FrameSpan[] }
  | { readonly kind: 'replaced'; readonly newFileName: string }
  /** Negative when played backwards. */
  | {
      readonly kind: 'retimed';
      readonly oldSpeed: number;
      readonly newSpeed: number;
      /** Which of both cuts holds one frame, whose nominal speed only follows from the length; absent for neither. */
      readonly held?: 'before' | 'after';
    }
  /**
   * Decibels: `constant` throughout, `loudest` at the loudest point, `keyframes` elsewhere only, `fades` at the ends
   * only; 0 for the last two.
   */
  | { readonly kind: 'level'; readonly part: LevelPart; readonly byDb: number }
  /** Pictures in a row that moved while their sound stayed, or the reverse. */
  | {
      readonly kind: 'slid';
      /** Frames by which the picture comes before its sound, compared with the delivered cut; negative if after. */
      readonly byFrames: number;
    }
  | { readonly kind: 'motion' }
  /** Effects by the names that their program shows, one entry per use. */
  | { readonly kind: 'effect'; readonly change: 'added' | 'removed'; readonly names: readonly string[] }
  | {
      readonly kind: 'effect';
      readonly change: 'words';
      readonly names: readonly [string];
      readonly oldText: string;
      readonly newText: string;
    }
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
      /** True if the times of the new words cannot be read. */
      readonly isUnplaced?: boolean;
    }
  /** `text` is null for all captions, which moved alike; `part` is what moved. Frames are negative if it is earlier. */
  | {
      readonly kind: 'caption-time';
      readonly languageCode: string;
      readonly text: string | null;
      readonly part: 'whole' | 'start' | 'end' | 'stretch';
      readonly byFrames: number;
      /** New length by the old one, for a stretch. */
      readonly stretch?: number;
    }
  | { readonly kind: 'disabled'; readonly isDisabled: boolean }
  /** `newKind` is set for a change of kind: null for an ordinary marker. */
  | {
      readonly kind: 'marker';
      readonly change: 'added' | 'removed' | 'moved' | 'renamed' | 'kind';
      readonly newKind: TimelineMarker['kind'] | null;
    }
  /** Values as people write them: `1920 × 1080`, `29.97`, `01:00:00:00`. */
  | {
      readonly kind: 'setting';
      readonly setting: 'size' | 'rate' | 'start' | 'drop-frame' | 'non-drop-frame';
      readonly oldValue: string;
      readonly newValue: string;
    }
  | {
      readonly kind: 'item';
      readonly change: ItemChange;
      readonly itemKind: ItemKind;
      /** Frames that it starts later, or that it lost at an end; 0 for other changes. */
      readonly byFrames: number;
    }
  /** All of the cut: it shows none of the delivered media, or has no clips and other items at all. */
  | { readonly kind: 'cut'; readonly change: 'another' | 'empty' }
  /** Losses of the formats on the way; not an edit by anyone. */
  | { readonly kind: 'format-loss'; readonly loss: Loss | LackingKind | 'SPEED' | 'ZIPPED_MEDIA' };

/** One change between two cuts. */
export type Edit = EditPlace & EditChange;

export type EditKind = Edit['kind'];
