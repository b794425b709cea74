import type { FrameRate } from './rational-time.ts';

/**
 * The neutral timeline every format is written from and read into. All times are whole frames of the sequence's
 * rate; media is conformed to that rate before it is referenced.
 */
export interface Timeline {
  /** Name of the sequence, unique per hand-off (`Harbour lights v003`): one importer refuses repeated names. */
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
  /** Timecode of its first frame as a frame count; 0 where the file carries none. */
  readonly startFrame: number;
  /** Pixels; null for audio. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** Null where there is no sound. */
  readonly audioChannels: 1 | 2 | null;
}

export interface Track {
  readonly kind: 'video' | 'audio';
  readonly name: string;
  readonly role: 'video' | 'dialogue' | 'music' | 'effects';
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

/** Frames count from the first frame of the sequence. */
export interface Caption {
  readonly startFrame: number;
  readonly durationFrames: number;
  /** One or two lines. */
  readonly lines: readonly string[];
}

/** Length of a track: the sum of its items. */
export function trackDurationFrames(track: Track): number {
  return track.items.reduce((sum, item) => sum + item.durationFrames, 0);
}

/** Length of the longest track. */
export function timelineDurationFrames(timeline: Timeline): number {
  return Math.max(0, ...timeline.tracks.map(trackDurationFrames));
}
