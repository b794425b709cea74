import { frameRateOfNumber, nominalFramesPerSecond } from '../../model/frame-rate.ts';
import type { Timeline, Track } from '../../model/timeline.ts';
import type { MltProperties } from '../mlt/mlt-parts.ts';
import { shownClips } from '../mlt/shown-clips.ts';
import { ownDocumentText } from '../own-document.ts';

/** Document version: 1.1 of Kdenlive 23.04 and later, 1.04 of Kdenlive 22. */
export type KdenliveVersion = '1.1' | '1.04';

/** Returns sound from the lowest track up, then pictures from the lowest up. */
export function tracksInDocumentOrder({ tracks }: Timeline): readonly Track[] {
  const sounds = tracks.filter(({ kind }) => kind === 'audio').toReversed();
  return [...sounds, ...tracks.filter(({ kind }) => kind === 'video')];
}

/** Writes linked clips as groups. A clip is given by its track, counted from the lowest, and first visible frame. */
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

/** Document property of the app. Kdenlive keeps properties that it does not know. */
export const ownDocumentProperty = 'kdenlive:docproperties.dailies';

/** Timecode of a sequence's first frame, in frames. Kdenlive 26.08 repeats the beginning of the name. */
export const timecodeOffsetProperty =
  'kdenlive:sequenceproperties.kdenlive:sequenceproperties.timecodeOffset';

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

/** Returns Kdenlive's name of a size and rate; null without one, so that it makes a profile of the document's. */
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

/** Returns the same UUID for the same text, so that a rewritten document has the same sequence and clips. */
export function uuidOf(text: string): string {
  const [a = '', b = '', c = '', d = ''] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35].map((seed) =>
    hash(text, seed),
  );
  return `{${a}-${b.slice(0, 4)}-5${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}}`;
}

/** Returns a whole number, like Kdenlive's own count of milliseconds, which names its caches of a document. */
function documentNumber(id: string): string {
  return String(1e12 + (Number.parseInt(id.replaceAll(/[{}-]/g, '').slice(0, 12), 16) % 1e14));
}

/** Facts about a document. Without an id of its own, Kdenlive assigns one and considers the document changed. */
export interface DocumentFacts {
  readonly version: KdenliveVersion;
  readonly documentId: string;
  readonly notes: string;
}

/** Properties of the bin that every version has. */
export function documentProperties(
  timeline: Timeline,
  { version, documentId, notes }: DocumentFacts,
): MltProperties {
  const property = (name: string): string => `kdenlive:docproperties.${name}`;
  return {
    [property('version')]: version,
    [property('documentid')]: documentNumber(documentId),
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
