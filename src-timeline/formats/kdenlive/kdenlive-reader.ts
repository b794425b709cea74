import { z } from 'zod';
import type { WantedSequence } from '../../model/choose-sequence.ts';
import type { CaptionTrack, Timeline } from '../../model/timeline.ts';
import { readAss } from '../captions/ass.ts';
import { readSrt } from '../captions/srt.ts';
import { elementsById, type MltProfile, propertiesOf, readProfile } from '../mlt/mlt-nodes.ts';
import { timelineOfParts } from '../mlt/mlt-timeline.ts';
import { type OwnDocument, readOwnDocument } from '../own-document.ts';
import { childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import { binOf, KdenliveBinReader } from './kdenlive-bin-reader.ts';
import { readCompositions } from './kdenlive-compositions.ts';
import { ownDocumentProperty, timecodeOffsetProperty } from './kdenlive-document.ts';
import { listOf, readKdenliveMarkers } from './kdenlive-markers.ts';
import { findSequence, tracksOfSequence } from './kdenlive-sequences.ts';
import { readKdenliveTrack } from './kdenlive-track-reader.ts';

type Properties = ReadonlyMap<string, string>;

const subtitlesSchema = z.array(z.object({ file: z.string(), name: z.string().catch('') }));

interface Group {
  readonly data?: string | undefined;
  readonly children?: readonly Group[] | undefined;
}
const groupSchema: z.ZodType<Group> = z.object({
  data: z.string().optional(),
  children: z.lazy(() => z.array(groupSchema)).optional(),
});

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

/** Reads the timecode of the first frame, in frames, which documents before 1.1 keep as the app's own fact. */
function readStart(offset: string | undefined, { startFrame }: OwnDocument): number {
  return /^\d{1,9}$/.test(offset ?? '') ? Number(offset) : startFrame;
}

/** @throws TimelineParseError without a sequence, SeveralSequencesError if several could be the expected one. */
export function readKdenliveDocument(
  root: XmlNode,
  sideFiles: ReadonlyMap<string, string>,
  wanted: WantedSequence | null,
): Timeline {
  const profile = readProfile(root);
  const elements = elementsById(root);
  const bin = binOf(elements);
  const binProperties: Properties = bin === undefined ? new Map() : propertiesOf(bin);
  const files = new KdenliveBinReader(root, profile, elements);
  const activeId = binProperties.get('kdenlive:docproperties.activetimeline') ?? '';
  const sequence = findSequence(root, activeId, wanted, { elements, profile, files });
  const properties = propertiesOf(sequence);
  const own = readOwnDocument(binProperties.get(ownDocumentProperty));
  const propertyOf = (name: string): string | undefined =>
    properties.get(`kdenlive:sequenceproperties.${name}`) ??
    binProperties.get(`kdenlive:docproperties.${name}`);
  const context = { profile, elements, bin: files, links: readLinks(propertyOf('groups')) };
  const found = tracksOfSequence(sequence, elements).map((node, index) =>
    readKdenliveTrack(node, index, context),
  );
  const [pictures, sounds] = ['video', 'audio'].map((kind) => found.filter((track) => track.kind === kind));
  const title = binProperties.get('kdenlive:docmetadata.meta.attr.title.markup');
  return timelineOfParts({
    profile,
    media: files.media,
    own: {
      ...own,
      startFrame: readStart(properties.get(timecodeOffsetProperty) ?? propertyOf('timecodeOffset'), own),
    },
    name: properties.get('kdenlive:clipname') ?? title ?? '',
    tracks: [...(pictures ?? []), ...(sounds ?? []).toReversed()],
    compositions: readCompositions(sequence, profile.frameRate),
    captionTracks: readCaptions(sequence, properties, sideFiles, profile),
    markers: readKdenliveMarkers(propertyOf('guides'), propertyOf('guidesCategories')),
  });
}
