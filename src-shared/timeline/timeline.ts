import type { FrameRate } from './rational-time.ts';

/**
 * The neutral timeline every format is written from and read into. All times are whole frames of the sequence's
 * rate; media is conformed to that rate before it is referenced.
 */
export interface Timeline {
  /** Name of the sequence, unique per delivery (`Harbour lights v003`): one importer refuses repeated names. */
  readonly name: string;
  readonly frameRate: FrameRate;
  /** Pixels of the frame, square. */
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
  /** Each in one language; captions of one track never overlap. */
  readonly captionTracks: readonly CaptionTrack[];
  /** Places of the sequence with a name, such as where scenes begin; none without it. */
  readonly markers?: readonly TimelineMarker[];
}

export interface TimelineMarker {
  /** Frames from the start of the sequence, or of the clip it belongs to. */
  readonly frame: number;
  readonly name: string;
  readonly note: string;
}

/** A file on disk or behind a URL that clips show parts of. */
export interface MediaReference {
  /** Unique within the timeline; letters, digits, hyphens. */
  readonly mediaId: string;
  /** File name with extension: editors relink by it. ASCII, at most 80 characters. */
  readonly fileName: string;
  /** Where it is: a path relative to the document, an absolute `file:` URL, or an `https:` URL. */
  readonly location: string;
  readonly kind: 'still' | 'video' | 'audio';
  /** Null for stills, which have no length of their own. Frames of the sequence's rate. */
  readonly durationFrames: number | null;
  /** Of a file that runs at another rate than the sequence; its frames here are the sequence's all the same. */
  readonly frameRate?: FrameRate;
  /** Timecode of its first frame as a frame count; 0 where the file carries none. */
  readonly startFrame: number;
  /** Pixels; null for audio. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** Null where there is no sound. */
  readonly audioChannels: 1 | 2 | null;
  /** Whether what is under it is seen through parts of it. */
  readonly isTransparent?: boolean;
}

export interface Track {
  readonly kind: 'video' | 'audio';
  readonly name: string;
  /** `background`: pictures under the primary track, which is the lowest of the others. */
  readonly role: 'video' | 'background' | 'dialogue' | 'music' | 'effects';
  /** In order without holes; positions are the sums of the durations before. */
  readonly items: readonly (Clip | Gap)[];
}

export interface Clip {
  readonly kind: 'clip';
  /** What the document it was read from calls it. Writers name every clip after its file: importers relink by that. */
  readonly name: string;
  readonly mediaId: string;
  /** First frame shown, counted from the media's first frame (not its timecode). 0 for stills. */
  readonly sourceStartFrame: number;
  readonly durationFrames: number;
  /** Clips with the same id are one linked picture-and-sound group; null stands alone. */
  readonly linkId: string | null;
  /** What is said or shown, kept as a note where the format has one. */
  readonly note: string | null;
  /** How the clip before goes over into this one; a cut without it. */
  readonly transition?: ClipTransition;
  /** Where in the frame the picture is, and how large; filling the frame without it. */
  readonly motion?: readonly MotionPoint[];
  /** How loud the sound is; as it was recorded without it. */
  readonly levels?: readonly LevelPoint[];
  /**
   * Frames of media for one of the sequence, above zero; 1 without it. The media's frames shown begin with
   * `sourceStartFrame` whatever the direction.
   */
  readonly speed?: number;
  /** True where the media is played backwards. */
  readonly isReversed?: boolean;
  /** True where the clip keeps its time but is neither seen nor heard. */
  readonly isDisabled?: boolean;
  /** Frames over which a picture comes up from black and sound from silence, and goes down to it. */
  readonly fades?: ClipFades;
  /** Named places, counted from the clip's first frame. */
  readonly markers?: readonly TimelineMarker[];
  /** What the document says of the clip beyond this model. */
  readonly unread?: readonly UnreadPart[];
}

export interface ClipFades {
  readonly inFrames: number;
  readonly outFrames: number;
}

/** An effect or another part of a clip that the model has no word for. Writers of the same format put it back. */
export interface UnreadPart {
  readonly format: TimelineFormat;
  /** What its program calls it. */
  readonly name: string;
  /** As it stood in the document. */
  readonly source: string;
  /** True of what holds a frame: the speed of its clip says so too, and only a clip that is held has it. */
  readonly isHold?: boolean;
}

/** The formats a cut is written in and read from. */
export type TimelineFormat = 'FCPXML' | 'PREMIERE_XML' | 'OTIO' | 'KDENLIVE' | 'SHOTCUT' | 'EDL';

/** For so many frames both clips are seen, or the one before moves out of the picture. */
export interface ClipTransition {
  readonly style: TransitionStyle;
  readonly durationFrames: number;
  /** How many of them lie before the cut, which is the later clip's first frame; none without it. */
  readonly framesBeforeCut?: number;
}

export type TransitionStyle = 'FADE' | 'RISE' | 'PAN' | 'POP' | 'WIPE';

/** A picture's place at a frame; in between it moves evenly. One point alone is a place it keeps. */
export interface MotionPoint {
  /** From the clip's first; beyond its end where a transition shows more of it. */
  readonly frame: number;
  /** Pixels of the sequence for one of the media. */
  readonly scale: number;
  /** How far its middle is from the frame's, to the right and down, in shares of the frame's width and height. */
  readonly x: number;
  readonly y: number;
}

/** The level at a frame from the clip's first; in between, decibels change evenly. 0 dB is as recorded. */
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
}

/** Frames are counted from the first frame of the sequence. */
export interface Caption {
  readonly startFrame: number;
  readonly durationFrames: number;
  /** One or two lines. */
  readonly lines: readonly string[];
}

/** The pictures a sequence is cut by: the lowest track that is no background. */
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
