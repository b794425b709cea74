import type { FrameRate } from './rational-time.ts';

/**
 * Neutral model of a timeline, which every format is written from and read into. All times are whole frames of the
 * sequence's rate; media is conformed to that rate before it is referenced.
 */
export interface Timeline {
  /** Name of the sequence, unique per delivery (`Harbour lights v003`), because one importer refuses repeated names. */
  readonly name: string;
  readonly frameRate: FrameRate;
  /** Frame size in square pixels. */
  readonly width: number;
  readonly height: number;
  /** Timecode of the first frame, as a frame count. */
  readonly startFrame: number;
  readonly isDropFrame: boolean;
  /** Samples per second of all audio. */
  readonly audioRate: number;
  readonly media: readonly MediaReference[];
  /** Video tracks bottom to top, then audio tracks top to bottom. */
  readonly tracks: readonly Track[];
  /** Each track has one language; its captions never overlap. */
  readonly captionTracks: readonly CaptionTrack[];
  /** Named places of the sequence, such as the beginnings of scenes; none if absent. */
  readonly markers?: readonly TimelineMarker[];
  /** Items that show no media file, in order of their beginnings; none if absent. Tracks have gaps in their places. */
  readonly itemsWithoutMedia?: readonly ItemWithoutMedia[];
}

export interface TimelineMarker {
  /** Frames from the start of the sequence, or of the clip it belongs to. */
  readonly frame: number;
  readonly name: string;
  readonly note: string;
  /** An ordinary marker if absent. */
  readonly kind?: 'chapter' | 'to-do' | 'completed';
  /** Length in frames; absent for a single frame. */
  readonly durationFrames?: number;
  /** Colour by the name that its program uses (`Red`). */
  readonly colour?: string;
}

/**
 * Kinds of items without media.
 * - `unreadable`: its place is known, but not its content.
 * - `missing-media`: a clip without a reference to a file.
 */
export const itemKinds = [
  'title',
  'generator',
  'colour',
  'adjustment',
  'graphic',
  'image-sequence',
  'missing-media',
  'unreadable',
  'other',
] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Something with a place on the timeline that shows no media file, such as a title or a colour. */
export interface ItemWithoutMedia {
  readonly kind: ItemKind;
  /** Name that its program shows. */
  readonly name: string;
  /** Words that it shows, lines separated by line feeds; null without words. */
  readonly words: string | null;
  readonly trackKind: 'video' | 'audio';
  /** Index in `Timeline.tracks`, which has a gap in its place; null for an item on a track of its own above all others. */
  readonly trackIndex: number | null;
  /** Frames from the first frame of the sequence. */
  readonly startFrame: number;
  /** At least 1. */
  readonly durationFrames: number;
  readonly isDisabled?: boolean;
  /** Its original text in the document, for writers of the same format; null if nothing can be written back. */
  readonly source: { readonly format: TimelineFormat; readonly text: string } | null;
}

/** A file on disk or at a URL that clips show parts of. */
export interface MediaReference {
  /** Unique within the timeline; letters, digits, hyphens. */
  readonly mediaId: string;
  /** File name with extension, by which editors relink. ASCII, at most 80 characters. */
  readonly fileName: string;
  /** A path relative to the document, an absolute `file:` URL, or an `https:` URL. */
  readonly location: string;
  readonly kind: 'still' | 'video' | 'audio';
  /** Length in frames of the sequence's rate; null for stills, which have none. */
  readonly durationFrames: number | null;
  /** Rate of the file, if it differs from the sequence's. Frame counts here are still the sequence's. */
  readonly frameRate?: FrameRate;
  /** Timecode of its first frame as a frame count; 0 if the file has none. */
  readonly startFrame: number;
  /** Pixels; null for audio. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** From 1 to `maxChannels`; null without sound. */
  readonly audioChannels: number | null;
  /** True if parts of the picture are transparent. */
  readonly isTransparent?: boolean;
}

/** Largest number of channels that a file may have. Sound in 22.2 has 24. */
export const maxChannels = 32;

/** Returns a number of channels that a document states; stereo for one that no file has. */
export function channelCountOf(stated: number): number {
  return Number.isInteger(stated) && stated >= 1 && stated <= maxChannels ? stated : 2;
}

export interface Track {
  readonly kind: 'video' | 'audio';
  readonly name: string;
  /** `background`: pictures beneath the primary track, which is the lowest of the others. */
  readonly role: 'video' | 'background' | 'dialogue' | 'music' | 'effects';
  /** Items in order, without holes; a position is the sum of the durations before. */
  readonly items: readonly (Clip | Gap)[];
}

export interface Clip {
  readonly kind: 'clip';
  /** Name in the source document. Writers name every clip after its file, because importers relink by that. */
  readonly name: string;
  readonly mediaId: string;
  /** First frame shown, counted from the media's first frame (not its timecode). 0 for stills. */
  readonly sourceStartFrame: number;
  readonly durationFrames: number;
  /** Clips with the same id are one linked picture-and-sound group; null for an unlinked clip. */
  readonly linkId: string | null;
  /** Words or content of the clip, kept as a note if the format has one. */
  readonly note: string | null;
  /** Transition from the clip before; a plain cut if absent. */
  readonly transition?: ClipTransition;
  /** Place and scale of the picture; it fills the frame if absent. */
  readonly motion?: readonly MotionPoint[];
  /** Level of the sound; as recorded if absent. */
  readonly levels?: readonly LevelPoint[];
  /**
   * Media frames per sequence frame, above zero; 1 if absent. `sourceStartFrame` is the first of the media frames
   * shown, whatever the direction.
   */
  readonly speed?: number;
  /** True if the media plays backwards. */
  readonly isReversed?: boolean;
  /** True if the clip keeps its time but is neither visible nor audible. */
  readonly isDisabled?: boolean;
  /** Length of the fades from and to black, or silence for sound. */
  readonly fades?: ClipFades;
  /** Named places, in frames from the clip's first. */
  readonly markers?: readonly TimelineMarker[];
  /** Effects and other parts in the document that the model does not cover. */
  readonly unread?: readonly UnreadPart[];
}

export interface ClipFades {
  readonly inFrames: number;
  readonly outFrames: number;
}

/** An effect or other part of a clip that the model does not cover. Writers of the same format put it back. */
export interface UnreadPart {
  readonly format: TimelineFormat;
  /** Name that its program uses. */
  readonly name: string;
  /** Original text in the document. */
  readonly source: string;
  /** True for a freeze effect. The clip's speed expresses the freeze too, and only a held clip has the effect. */
  readonly isHold?: boolean;
}

/** Formats that a cut can be written in and read from. */
export const timelineFormats = ['FCPXML', 'PREMIERE_XML', 'OTIO', 'KDENLIVE', 'SHOTCUT', 'EDL'] as const;
export type TimelineFormat = (typeof timelineFormats)[number];

/** A transition of this length shows both clips, or moves the first one out of the picture. */
export interface ClipTransition {
  readonly style: TransitionStyle;
  readonly durationFrames: number;
  /** Number of its frames before the cut, which is the later clip's first frame; 0 if absent. */
  readonly framesBeforeCut?: number;
}

export type TransitionStyle = 'FADE' | 'RISE' | 'PAN' | 'POP' | 'WIPE';

/** Place of a picture at a frame, interpolated linearly. A single point is a fixed place. */
export interface MotionPoint {
  /** Frames from the clip's first; may exceed its ends where a transition shows more of it. */
  readonly frame: number;
  /** Pixels of the sequence per pixel of the media. */
  readonly scale: number;
  /** Distance of its middle from the frame's, right and down, in fractions of the frame's width and height. */
  readonly x: number;
  readonly y: number;
}

/** Level at a frame from the clip's first, interpolated linearly in decibels. 0 dB is as recorded. */
export interface LevelPoint {
  readonly frame: number;
  readonly levelDb: number;
}

export interface Gap {
  readonly kind: 'gap';
  readonly durationFrames: number;
}

export interface CaptionTrack {
  /** BCP 47 tag. */
  readonly languageCode: string;
  readonly captions: readonly Caption[];
  /** Words of captions whose times cannot be read, in a track read from a file; none if absent. */
  readonly unplaced?: readonly string[];
}

/** Frames count from the first frame of the sequence. */
export interface Caption {
  readonly startFrame: number;
  readonly durationFrames: number;
  /** One or two lines. */
  readonly lines: readonly string[];
}

/** Index of the track that the sequence is cut by: the lowest picture track that is no background. */
export function primaryTrackIndex(tracks: readonly Track[]): number {
  return tracks.findIndex(({ kind, role }) => kind === 'video' && role !== 'background');
}

/** Length of a track: the sum of its items. */
export function trackDurationFrames(track: Track): number {
  return track.items.reduce((sum, item) => sum + item.durationFrames, 0);
}

/** Length of the longest track. */
export function timelineDurationFrames(timeline: Timeline): number {
  return Math.max(0, ...timeline.tracks.map(trackDurationFrames));
}

/** True for a note, which is a marker to do or done. */
export function isNote({ kind }: Pick<TimelineMarker, 'kind'>): boolean {
  return kind === 'to-do' || kind === 'completed';
}

/** Returns the markers of a sequence at the beginnings of its scenes: all but the notes. */
export function sceneMarkers({ markers = [] }: Pick<Timeline, 'markers'>): readonly TimelineMarker[] {
  return markers.filter((marker) => !isNote(marker));
}
