import { z } from 'zod';
import { readAss } from '../ass.ts';
import { elementsById, type MltProfile, propertiesOf, readProfile } from '../mlt/mlt-nodes.ts';
import { timelineOfParts } from '../mlt/mlt-timeline.ts';
import { markerOfGuide, readOwnDocument } from '../own-document.ts';
import { readSrt } from '../srt.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import type { CaptionTrack, Timeline, TimelineMarker } from '../timeline.ts';
import { childrenNamed, type XmlNode } from '../xml-reader.ts';
import { binOf, KdenliveBinReader } from './kdenlive-bin-reader.ts';
import { ownDocumentProperty } from './kdenlive-document.ts';
import { readKdenliveTrack } from './kdenlive-track-reader.ts';

type Properties = ReadonlyMap<string, string>;

const guidesSchema = z.array(
  z.object({ comment: z.string().catch(''), pos: z.number().int().nonnegative() }),
);
const subtitlesSchema = z.array(z.object({ file: z.string(), name: z.string().catch('') }));

interface Group {
  readonly data?: string | undefined;
  readonly children?: readonly Group[] | undefined;
}
const groupSchema: z.ZodType<Group> = z.object({
  data: z.string().optional(),
  children: z.lazy(() => z.array(groupSchema)).optional(),
});

/** Parses a list stored as JSON in a property; empty if invalid. */
function listOf<Item>(text: string | undefined, schema: z.ZodType<Item[]>): readonly Item[] {
  try {
    return schema.parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** Returns the tractor of the open sequence; in documents before 1.1 the last one. */
function findSequence(root: XmlNode, bin: Properties, elements: ReadonlyMap<string, XmlNode>): XmlNode {
  const tractors = childrenNamed(root, 'tractor');
  const active = elements.get(bin.get('kdenlive:docproperties.activetimeline') ?? '');
  const named = tractors.find((node) => propertiesOf(node).has('kdenlive:uuid'));
  const last = tractors.findLast((node) => !propertiesOf(node).has('kdenlive:projectTractor'));
  const found = [active, named, last].find((node) => node?.name === 'tractor');
  if (found === undefined) throw new TimelineParseError('The document has no timeline.');
  return found;
}

/** Reads links from groups, whose leaves name a track and a frame. */
function readLinks(text: string | undefined): ReadonlyMap<string, string> {
  const leavesOf = (group: Group, depth = 0): readonly string[] => {
    const place = /^(\d+):(\d+)/.exec(group.data ?? '');
    const own = place === null ? [] : [`${place[1] ?? ''}:${place[2] ?? ''}`];
    return depth > 32
      ? own
      : [...own, ...(group.children ?? []).flatMap((child) => leavesOf(child, depth + 1))];
  };
  const groups = listOf(text, z.array(groupSchema));
  return new Map(
    groups.flatMap((group, index) =>
      leavesOf(group).map((leaf) => [leaf, `group-${String(index + 1)}`] as const),
    ),
  );
}

function readMarkers(text: string | undefined): readonly TimelineMarker[] {
  return listOf(text, guidesSchema).map(({ comment, pos }) => markerOfGuide(pos, comment));
}

function languageOf(name: string): string {
  return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(name) ? name : 'und';
}

const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

function readCaptions(
  sequence: XmlNode,
  properties: Properties,
  sideFiles: ReadonlyMap<string, string>,
  { frameRate }: MltProfile,
): readonly CaptionTrack[] {
  const listed = listOf(properties.get('kdenlive:sequenceproperties.subtitlesList'), subtitlesSchema);
  const shown = childrenNamed(sequence, 'filter').flatMap((filter) => {
    const file = propertiesOf(filter).get('av.filename');
    return file === undefined ? [] : [{ file, name: '' }];
  });
  return (listed.length > 0 ? listed : shown).flatMap(({ file, name }) => {
    const text = sideFiles.get(baseName(file));
    if (text === undefined) return [];
    const read = /^\ufeff?\[/.test(text) ? readAss : readSrt;
    return [read(text, frameRate, languageOf(name))];
  });
}

/** Returns the track in a tractor of tracks; null for the black one beneath all others. */
function trackNode(node: XmlNode, elements: ReadonlyMap<string, XmlNode>): XmlNode | null {
  const id = node.attributes.get('producer') ?? '';
  const producer = elements.get(id);
  const isTrack = producer?.name === 'tractor' || producer?.name === 'playlist';
  return isTrack && id !== 'black_track' ? producer : null;
}

export function readKdenliveDocument(root: XmlNode, sideFiles: ReadonlyMap<string, string>): Timeline {
  const profile = readProfile(root);
  const elements = elementsById(root);
  const bin = binOf(elements);
  const binProperties: Properties = bin === undefined ? new Map() : propertiesOf(bin);
  const sequence = findSequence(root, binProperties, elements);
  const properties = propertiesOf(sequence);
  const own = readOwnDocument(binProperties.get(ownDocumentProperty));
  const propertyOf = (name: string): string | undefined =>
    properties.get(`kdenlive:sequenceproperties.${name}`) ??
    binProperties.get(`kdenlive:docproperties.${name}`);
  const files = new KdenliveBinReader(root, profile, elements);
  const context = { profile, elements, bin: files, links: readLinks(propertyOf('groups')) };
  const found = childrenNamed(sequence, 'track')
    .flatMap((node) => trackNode(node, elements) ?? [])
    .map((node, index) => readKdenliveTrack(node, index, context));
  const [pictures, sounds] = ['video', 'audio'].map((kind) => found.filter((track) => track.kind === kind));
  const title = binProperties.get('kdenlive:docmetadata.meta.attr.title.markup');
  return timelineOfParts({
    ...{ profile, own, media: files.media },
    name: properties.get('kdenlive:clipname') ?? title ?? '',
    tracks: [...(pictures ?? []), ...(sounds ?? []).toReversed()],
    captionTracks: readCaptions(sequence, properties, sideFiles, profile),
    markers: readMarkers(propertyOf('guides')),
  });
}
