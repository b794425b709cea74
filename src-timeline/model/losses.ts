import { z } from 'zod';
import { clipsOfTracks, openFadesOf } from './placement.ts';
import {
  type Clip,
  type ItemWithoutMedia,
  primaryTrackIndex,
  sceneMarkers,
  type Timeline,
  type TimelineFormat,
} from './timeline.ts';

/** Part of a cut that a format cannot express. */
export const lossSchema = z.enum([
  /** Clips are named after their files, because importers find moved media by the name. */
  'CLIP_NAMES',
  'CAPTIONS',
  /** A caption ends a frame earlier if another one follows at once. */
  'TOUCHING_CAPTIONS',
  'MEDIA_NOT_USED',
  /** Holes after the last clip of a track. */
  'TRACK_ENDS',
  'EMPTY_TRACKS',
  'TRACK_NAMES',
  /** Pictures beneath the primary track count as ordinary pictures. */
  'BACKGROUND_ROLES',
  'MARKERS',
  /** Name and note of a marker become one text. */
  'MARKER_NOTES',
  'CLIP_MARKERS',
  /** Notes that differ between uses of one file: every use gets the note of the first. */
  'NOTES_OF_USES',
  'LINKS',
  /** Every transition becomes a cut. */
  'TRANSITIONS',
  /** Transitions on tracks other than the primary one become cuts. */
  'OTHER_TRANSITIONS',
  /** Every transition becomes a dissolve. */
  'TRANSITION_STYLES',
  'POP_TRANSITIONS',
  /** The cut moves to the middle of its transition. */
  'CUTS_WITHIN_TRANSITIONS',
  /** The cut moves to the beginning, the middle or the end of its transition. */
  'UNEVEN_CUTS_WITHIN_TRANSITIONS',
  'MOTION',
  'LEVELS',
  'FADES',
  /** Fades at an end of a clip that has a transition. */
  'FADES_AT_TRANSITIONS',
  /** At a speed other than 1, the first media frame becomes a multiple of the speed. */
  'FIRST_FRAMES_AT_SPEED',
  'DISABLED_CLIPS',
  'TRANSPARENCY',
  /** Effects that the model does not cover, even if they came in the same format. */
  'OWN_EFFECTS',
  /** Effects of other formats. */
  'FOREIGN_EFFECTS',
  /** Titles of other formats become markers with their words. */
  'TITLES_AS_MARKERS',
  /** Items without media of other formats, except titles with words. */
  'FOREIGN_ITEMS',
]);
export type Loss = z.infer<typeof lossSchema>;

/** Losses of each format, in order. In every format, `read(write(timeline))` is the timeline except for these. */
export const losses: Readonly<Record<TimelineFormat, readonly Loss[]>> = {
  FCPXML: [
    'CLIP_NAMES',
    'TOUCHING_CAPTIONS',
    'TRACK_ENDS',
    'MARKERS',
    'CUTS_WITHIN_TRANSITIONS',
    'OTHER_TRANSITIONS',
    'TRANSITION_STYLES',
    'FIRST_FRAMES_AT_SPEED',
    'TRANSPARENCY',
    'EMPTY_TRACKS',
    'OWN_EFFECTS',
    'FOREIGN_EFFECTS',
    'FOREIGN_ITEMS',
  ],
  PREMIERE_XML: [
    'CLIP_NAMES',
    'CAPTIONS',
    'MEDIA_NOT_USED',
    'TRACK_ENDS',
    'TRACK_NAMES',
    'BACKGROUND_ROLES',
    'POP_TRANSITIONS',
    'UNEVEN_CUTS_WITHIN_TRANSITIONS',
    'FADES_AT_TRANSITIONS',
    'FIRST_FRAMES_AT_SPEED',
    'FOREIGN_EFFECTS',
    'TITLES_AS_MARKERS',
    'FOREIGN_ITEMS',
  ],
  OTIO: ['CLIP_NAMES', 'CAPTIONS', 'MEDIA_NOT_USED', 'TRACK_ENDS', 'FOREIGN_EFFECTS', 'FOREIGN_ITEMS'],
  KDENLIVE: [
    'CLIP_NAMES',
    'TRACK_ENDS',
    'MARKER_NOTES',
    'CLIP_MARKERS',
    'NOTES_OF_USES',
    'TRANSITION_STYLES',
    'FIRST_FRAMES_AT_SPEED',
    'FOREIGN_EFFECTS',
    'FOREIGN_ITEMS',
  ],
  SHOTCUT: [
    'CLIP_NAMES',
    'TOUCHING_CAPTIONS',
    'MEDIA_NOT_USED',
    'TRACK_ENDS',
    'MARKER_NOTES',
    'CLIP_MARKERS',
    'TRANSITION_STYLES',
    'FIRST_FRAMES_AT_SPEED',
    'DISABLED_CLIPS',
    'FOREIGN_EFFECTS',
    'FOREIGN_ITEMS',
  ],
  EDL: [
    'CLIP_NAMES',
    'CAPTIONS',
    'MEDIA_NOT_USED',
    'TRACK_ENDS',
    'EMPTY_TRACKS',
    'TITLES_AS_MARKERS',
    'MARKER_NOTES',
    'CLIP_MARKERS',
    'TRANSITION_STYLES',
    'MOTION',
    'LEVELS',
    'FADES',
    'DISABLED_CLIPS',
    'LINKS',
    'OWN_EFFECTS',
    'FOREIGN_EFFECTS',
    'TRANSPARENCY',
    'FOREIGN_ITEMS',
  ],
};

/** The formats that a cut went through. */
export interface FormatsOnWay {
  readonly formats?: readonly TimelineFormat[];
  /** What the editor loses beyond its format. */
  readonly lost?: readonly Loss[];
}

/** Returns the losses of all formats on the way. Where transitions are lost, nothing else happens to them. */
export function lossesOnWay({ formats = [], lost = [] }: FormatsOnWay): ReadonlySet<Loss> {
  const all = [...lost, ...formats.flatMap((format) => losses[format])];
  const hasTransitions = !all.includes('TRANSITIONS');
  return new Set(
    all.filter((loss) => hasTransitions || loss === 'TRANSITIONS' || !loss.endsWith('TRANSITIONS')),
  );
}

const timelineFormats = Object.keys(losses) as readonly TimelineFormat[];

type Concern = (timeline: Timeline, format: TimelineFormat) => boolean;

const someClip =
  (isConcerned: (clip: Clip) => boolean): Concern =>
  ({ tracks }) =>
    clipsOfTracks(tracks).some(isConcerned);

const hasTransition = someClip(({ transition }) => transition !== undefined);

function hasUnevenCut({ transition }: Clip): boolean {
  if (transition === undefined) return false;
  const { durationFrames, framesBeforeCut = 0 } = transition;
  return ![0, Math.floor(durationFrames / 2), durationFrames].includes(framesBeforeCut);
}

function hasTouchingCaptions({ captionTracks }: Timeline): boolean {
  return captionTracks.some(({ captions }) =>
    captions.some(({ startFrame, durationFrames }, index) => {
      const next = captions[index + 1];
      return next !== undefined && startFrame + durationFrames >= next.startFrame;
    }),
  );
}

function hasNotesOfUses({ tracks }: Timeline): boolean {
  const notes = Map.groupBy(clipsOfTracks(tracks), ({ mediaId }) => mediaId).values();
  return [...notes].some((clips) => new Set(clips.map(({ note }) => note)).size > 1);
}

function hasOtherTransitions({ tracks }: Timeline): boolean {
  const primary = primaryTrackIndex(tracks);
  return clipsOfTracks(tracks.filter((_, index) => index !== primary)).some(
    ({ transition }) => transition !== undefined,
  );
}

function hasFadeAtTransition({ tracks }: Timeline): boolean {
  return tracks.some(({ items }) =>
    items.some((item, index) => {
      const next = items[index + 1];
      if (item.kind === 'gap' || !item.fades) return false;
      if (!item.transition && !(next?.kind === 'clip' && next.transition)) return false;
      const { inFrames, outFrames } = openFadesOf(item, next);
      return inFrames < item.fades.inFrames || outFrames < item.fades.outFrames;
    }),
  );
}

type ItemLoss = Extract<Loss, 'TITLES_AS_MARKERS' | 'FOREIGN_ITEMS'>;

const someItem =
  (concerning: ItemLoss): Concern =>
  ({ itemsWithoutMedia = [] }, format) =>
    itemsWithoutMedia.some((item) => lossOfItem(item, format) === concerning);

/** Loss that would concern an item without media in a format; null for one that came in it, and so goes back. */
function lossOfItem({ source, kind, words }: ItemWithoutMedia, format: TimelineFormat): ItemLoss | null {
  if (source?.format === format) return null;
  return kind === 'title' && words ? 'TITLES_AS_MARKERS' : 'FOREIGN_ITEMS';
}

/** True if a document of a format contains an item without media as an item. */
export function carriesItem(item: ItemWithoutMedia, format: TimelineFormat): boolean {
  const loss = lossOfItem(item, format);
  return loss === null || !losses[format].includes(loss);
}

/** Lists the formats whose documents contain neither an item without media nor a marker with its words. */
export function formatsWithoutItem(item: ItemWithoutMedia): readonly TimelineFormat[] {
  return timelineFormats.filter((format) => lossOfItem(item, format) === 'FOREIGN_ITEMS');
}

/** Whether a loss matters for a cut. Unimportant losses never do. */
const concerns: Readonly<Record<Loss, Concern>> = {
  CLIP_NAMES: () => false,
  CAPTIONS: ({ captionTracks }) => captionTracks.some(({ captions }) => captions.length > 0),
  TOUCHING_CAPTIONS: hasTouchingCaptions,
  MEDIA_NOT_USED: ({ media, tracks }) => {
    const used = new Set(clipsOfTracks(tracks).map(({ mediaId }) => mediaId));
    return media.some(({ mediaId }) => !used.has(mediaId));
  },
  TRACK_ENDS: () => false,
  EMPTY_TRACKS: () => false,
  TRACK_NAMES: ({ tracks }) => tracks.length > 0,
  BACKGROUND_ROLES: () => false,
  // Notes are on clips in a format that has no markers of the sequence.
  MARKERS: (timeline) => sceneMarkers(timeline).length > 0,
  MARKER_NOTES: () => false,
  CLIP_MARKERS: someClip(({ markers = [] }) => markers.length > 0),
  NOTES_OF_USES: hasNotesOfUses,
  LINKS: someClip(({ linkId }) => linkId !== null),
  TRANSITIONS: hasTransition,
  OTHER_TRANSITIONS: hasOtherTransitions,
  TRANSITION_STYLES: someClip(({ transition }) => transition !== undefined && transition.style !== 'FADE'),
  POP_TRANSITIONS: someClip(({ transition }) => transition?.style === 'POP'),
  CUTS_WITHIN_TRANSITIONS: hasTransition,
  UNEVEN_CUTS_WITHIN_TRANSITIONS: someClip(hasUnevenCut),
  MOTION: someClip(({ motion }) => motion !== undefined),
  LEVELS: someClip(({ levels }) => levels !== undefined),
  FADES: someClip(({ fades }) => fades !== undefined),
  FADES_AT_TRANSITIONS: hasFadeAtTransition,
  FIRST_FRAMES_AT_SPEED: someClip(
    ({ speed, sourceStartFrame }) => speed !== undefined && sourceStartFrame % speed !== 0,
  ),
  DISABLED_CLIPS: someClip(({ isDisabled }) => isDisabled === true),
  TRANSPARENCY: ({ media }) => media.some(({ isTransparent }) => isTransparent === true),
  OWN_EFFECTS: (timeline, format) =>
    someClip(({ unread = [] }) => unread.some((part) => part.format === format))(timeline, format),
  FOREIGN_EFFECTS: (timeline, format) =>
    someClip(({ unread = [] }) => unread.some((part) => part.format !== format))(timeline, format),
  TITLES_AS_MARKERS: someItem('TITLES_AS_MARKERS'),
  FOREIGN_ITEMS: someItem('FOREIGN_ITEMS'),
};

/** Lists what this particular cut loses in a format, to inform the user before delivery. */
export function lossesOf(
  timeline: Timeline,
  format: TimelineFormat,
  possible: readonly Loss[] = losses[format],
): readonly Loss[] {
  return possible.filter((loss) => concerns[loss](timeline, format));
}
