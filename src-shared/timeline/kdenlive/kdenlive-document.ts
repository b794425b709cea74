import { z } from 'zod';
import { frameRateOfNumber, nominalFramesPerSecond } from '../frame-rate.ts';
import type { MltProperties } from '../mlt/mlt-parts.ts';
import { shownClips } from '../mlt/shown-clips.ts';
import type { Timeline, TimelineMarker, Track } from '../timeline.ts';
import { writableText } from '../xml-writer.ts';

/** 1.1 is that of Kdenlive 23.04 and later, 1.04 that of 22. */
export type KdenliveVersion = '1.1' | '1.04';

/** Sound from the lowest track up, then pictures from the lowest up. */
export function tracksInDocumentOrder({ tracks }: Timeline): readonly Track[] {
  const sounds = tracks.filter(({ kind }) => kind === 'audio').toReversed();
  return [...sounds, ...tracks.filter(({ kind }) => kind === 'video')];
}

/** One text out of a marker's two. */
export function guideText({ name, note }: TimelineMarker): string {
  return [name, note]
    .map(writableText)
    .filter((part) => part !== '')
    .join(': ');
}

export function markerOfGuide(frame: number, text: string): TimelineMarker {
  const at = text.indexOf(': ');
  return at === -1
    ? { frame, name: text, note: '' }
    : { frame, name: text.slice(0, at), note: text.slice(at + 2) };
}

export function guidesText({ markers = [] }: Timeline): string {
  return JSON.stringify(
    markers.map((marker) => ({ comment: guideText(marker), pos: marker.frame, type: 0 })),
  );
}

/** Linked clips as groups: each by its track, counted from the lowest, and the first frame it is seen at. */
export function groupsText(timeline: Timeline): string {
  const leaves = tracksInDocumentOrder(timeline).flatMap((track, index) =>
    shownClips(track, timeline).map(({ clip, startFrame }) => ({
      linkId: clip.linkId,
      leaf: { type: 'Leaf', leaf: 'clip', data: `${String(index)}:${String(startFrame)}:-1` },
    })),
  );
  const linked = Map.groupBy(
    leaves.filter(({ linkId }) => linkId !== null),
    ({ linkId }) => linkId,
  );
  const groups = [...linked.values()].filter(({ length }) => length > 1);
  return JSON.stringify(groups.map((group) => ({ type: 'Normal', children: group.map(({ leaf }) => leaf) })));
}

/** What Kdenlive has no place for. It keeps properties of documents it does not know. */
const ownDocumentSchema = z.object({
  startFrame: z.number().int().nonnegative().catch(0),
  isDropFrame: z.boolean().catch(false),
  audioRate: z.number().int().positive().catch(48_000),
  tracks: z
    .array(
      z.object({ name: z.string(), role: z.enum(['video', 'background', 'dialogue', 'music', 'effects']) }),
    )
    .catch([]),
});
export type OwnDocument = z.infer<typeof ownDocumentSchema>;

export const ownDocumentProperty = 'kdenlive:docproperties.dailies';

export function ownDocumentText({ startFrame, isDropFrame, audioRate, tracks }: Timeline): string {
  const own: OwnDocument = {
    startFrame,
    isDropFrame,
    audioRate,
    tracks: tracks.map(({ name, role }) => ({ name, role })),
  };
  return JSON.stringify(own);
}

export function readOwnDocument(text: string | undefined): OwnDocument {
  try {
    return ownDocumentSchema.parse(JSON.parse(text ?? '{}'));
  } catch {
    return ownDocumentSchema.parse({});
  }
}

const profileRates: readonly (readonly [rate: number, suffix: string])[] = [
  [23.976, '2398'],
  [24, '24'],
  [25, '25'],
  [29.97, '2997'],
  [30, '30'],
  [50, '50'],
  [59.94, '5994'],
  [60, '60'],
];

/** Kdenlive's own name of a size and rate; null where it has none, and makes a profile of the document's. */
function profileName({ width, height, frameRate }: Timeline): string | null {
  const suffix = profileRates.find(([rate]) => {
    const known = frameRateOfNumber(rate);
    return known.numerator === frameRate.numerator && known.denominator === frameRate.denominator;
  })?.[1];
  if (suffix === undefined) return null;
  if (width === 1920 && height === 1080) return `atsc_1080p_${suffix}`;
  if (width === 1280 && height === 720) return `atsc_720p_${suffix}`;
  const isUpright = width === 1080 && height === 1920 && [30, 60].includes(nominalFramesPerSecond(frameRate));
  return isUpright && frameRate.denominator === 1 ? `vertical_hd_${suffix}` : null;
}

function hash(text: string, seed: number): string {
  let value = seed;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** The same for the same text: a document that is written again has the same sequence. */
export function sequenceId(text: string): string {
  const [a = '', b = '', c = '', d = ''] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35].map((seed) =>
    hash(text, seed),
  );
  return `{${a}-${b.slice(0, 4)}-5${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}}`;
}

/** Properties of the bin that every version has. */
export function documentProperties(
  timeline: Timeline,
  version: KdenliveVersion,
  notes: string,
): MltProperties {
  const property = (name: string): string => `kdenlive:docproperties.${name}`;
  return {
    [property('version')]: version,
    [property('kdenliveversion')]: version === '1.1' ? '26.08.2' : '22.12.3',
    [property('profile')]: profileName(timeline),
    [property('audioChannels')]: 2,
    [property('enableproxy')]: 0,
    [property('generateproxy')]: 0,
    [ownDocumentProperty]: ownDocumentText(timeline),
    'kdenlive:docmetadata.meta.attr.title.markup': timeline.name,
    'kdenlive:documentnotes': notes,
  };
}
