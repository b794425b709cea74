import { checkTimeline } from '../../model/check-timeline.ts';
import type { WantedSequence } from '../../model/choose-sequence.ts';
import { parsing } from '../../model/timeline-parse-error.ts';
import type { Timeline } from '../../model/timeline.ts';
import { writeAss } from '../captions/ass.ts';
import { writeSrt } from '../captions/srt.ts';
import { mltElement, type MltProperties, profileElement } from '../mlt/mlt-parts.ts';
import { type PlacedItems, placeItems } from '../mlt/mlt-written-items.ts';
import { parseXml } from '../xml/xml-reader.ts';
import { writeXmlElement, type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import {
  type DocumentFacts,
  documentProperties,
  groupsText,
  type KdenliveVersion,
  timecodeOffsetProperty,
  tracksInDocumentOrder,
  uuidOf,
} from './kdenlive-document.ts';
import { KdenliveItems, kdenliveTitle } from './kdenlive-items.ts';
import { markersText } from './kdenlive-markers.ts';
import { KdenliveProducers } from './kdenlive-producers.ts';
import { readKdenliveDocument } from './kdenlive-reader.ts';
import { trackElements } from './kdenlive-tracks.ts';

export interface KdenliveOptions {
  /** File name of the document. Captions lie beside it under its name. */
  readonly fileName: string;
  readonly version?: KdenliveVersion;
  /** Text for the project notes, which identifies the delivery. Kdenlive keeps the notes. */
  readonly notes?: string;
}

/** A file that accompanies a document. */
interface SideFile {
  readonly name: string;
  readonly text: string;
}

export interface WrittenDocument {
  readonly text: string;
  readonly sideFiles: readonly SideFile[];
}

/** Writes captions as Kdenlive stores them. Version 1.04 supports SubRip and one track. */
function captionFiles(timeline: Timeline, { fileName, version }: KdenliveOptions): readonly SideFile[] {
  if (version === '1.04')
    return timeline.captionTracks
      .slice(0, 1)
      .map((track) => ({ name: `${fileName}.srt`, text: writeSrt(track, timeline.frameRate) }));
  return timeline.captionTracks.map((track, index) => ({
    name: index === 0 ? `${fileName}.ass` : `${fileName}-${String(index)}.ass`,
    text: writeAss(track, timeline.frameRate, timeline),
  }));
}

function sequenceProperties(
  { timeline, lengthFrames: duration }: PlacedItems,
  id: string,
  files: readonly SideFile[],
): MltProperties {
  const property = (name: string): string => `kdenlive:sequenceproperties.${name}`;
  const kinds = new Set(timeline.tracks.map(({ kind }) => kind));
  const subtitles = files.map(({ name }, index) => ({
    file: name,
    id: index,
    name: timeline.captionTracks[index]?.languageCode ?? '',
  }));
  return {
    'kdenlive:uuid': id,
    'kdenlive:control_uuid': uuidOf(id),
    'kdenlive:clipname': timeline.name,
    'kdenlive:producer_type': 17,
    'kdenlive:clip_type': 0,
    'kdenlive:id': 3,
    'kdenlive:folderid': 2,
    'kdenlive:duration': duration,
    'kdenlive:maxduration': duration,
    [property('documentuuid')]: id,
    [timecodeOffsetProperty]: timeline.startFrame === 0 ? null : timeline.startFrame,
    [property('hasAudio')]: kinds.has('audio') ? 1 : 0,
    [property('hasVideo')]: kinds.has('video') ? 1 : 0,
    [property('activeTrack')]: Math.max(0, timeline.tracks.length - 1),
    [property('tracksCount')]: timeline.tracks.length,
    [property('guides')]: markersText(timeline.markers ?? []),
    [property('groups')]: groupsText(timeline),
    [property('subtitlesList')]: files.length === 0 ? null : JSON.stringify(subtitles),
    [property('kdenlive:activeSubtitleIndex')]: files.length === 0 ? null : 0,
  };
}

/** Makes the transitions that mix sound by addition and composite pictures. */
function blendElements(timeline: Timeline): readonly XmlElement[] {
  return tracksInDocumentOrder(timeline).map(({ kind }, index) => {
    const own =
      kind === 'audio'
        ? { mlt_service: 'mix', kdenlive_id: 'mix', accepts_blanks: 1, sum: 1 }
        : { mlt_service: 'qtblend', kdenlive_id: 'qtblend', compositing: 0, distort: 0, rotate_center: 0 };
    const places = { a_track: 0, b_track: index + 1, internal_added: 237, always_active: 1 };
    return mltElement('transition', {}, { ...places, ...own });
  });
}

function captionFilter(files: readonly SideFile[]): XmlElement | null {
  const [first] = files;
  if (first === undefined) return null;
  return mltElement(
    'filter',
    {},
    { mlt_service: 'avfilter.subtitles', internal_added: 237, 'av.alpha': 1, 'av.filename': first.name },
  );
}

const blackProperties: MltProperties = {
  length: 2_147_483_647,
  eof: 'continue',
  resource: 'black',
  aspect_ratio: 1,
  mlt_service: 'color',
  'kdenlive:playlistid': 'black_track',
  mlt_image_format: 'rgba',
  'set.test_audio': 0,
};

/**
 * Writes a project that Kdenlive opens directly, with its caption files. Media are found beside the document, which has
 * no root of its own, so that the folder may be moved.
 *
 * The format loses: holes at the end of a track, the name of a clip (it is named after its file), markers of clips, and
 * the style of transitions; every use of a file has the note of the first. Items without media of Kdenlive and all
 * titles with words are clips of its own; other items are left out. Facts that Kdenlive has no place for are
 * kept in properties of the app: those of files always survive Kdenlive, those of the document only if it keeps them.
 * @throws RangeError when the timeline breaks a rule of `checkTimeline`.
 */
export function writeKdenlive(written: Timeline, options: KdenliveOptions): WrittenDocument {
  checkTimeline(written);
  const placed = placeItems(written, 'KDENLIVE', (item, words) => kdenliveTitle(item, words, written));
  const { timeline } = placed;
  const version = options.version ?? '1.1';
  const sideFiles = captionFiles(timeline, options);
  const documentId = uuidOf(JSON.stringify([options.fileName, timeline.name, timeline.media]));
  const producers = new KdenliveProducers(timeline, documentId);
  const items = new KdenliveItems(documentId, producers.nextId);
  const lastFrame = placed.lengthFrames - 1;
  const tracks = tracksInDocumentOrder(timeline);
  const id = version === '1.1' ? uuidOf(JSON.stringify([options.fileName, timeline.name])) : 'main';
  const trackParts = tracks.flatMap((track, index) =>
    trackElements(
      { id: `track${String(index)}`, track, timeline, producers, items, others: placed.itemsOf(track) },
      lastFrame,
    ),
  );
  const sequence = mltElement(
    'tractor',
    { id, in: 0, out: lastFrame },
    version === '1.1' ? sequenceProperties(placed, id, sideFiles) : {},
    [
      xmlElement('track', { producer: 'black' }),
      ...tracks.map((_, index) => xmlElement('track', { producer: `track${String(index)}` })),
      ...blendElements(timeline),
      captionFilter(sideFiles),
    ],
  );
  const facts = { version, documentId, notes: options.notes ?? '' };
  const bin = binElement(timeline, facts, id, [...producers.binEntries(), ...items.binEntries()]);
  const files = [...producers.binElements(), ...items.binElements()];
  const body = [...producers.useElements(), ...trackParts];
  const black = mltElement('producer', { id: 'black', in: 0, out: lastFrame }, blackProperties);
  const parts =
    version === '1.1'
      ? [...files, black, ...body, sequence, bin, projectElement(id, lastFrame)]
      : [...files, bin, black, ...body, sequence];
  const root = xmlElement(
    'mlt',
    { LC_NUMERIC: 'C', producer: 'main_bin', version: version === '1.1' ? '7.22.0' : '7.12.0' },
    [profileElement(timeline), ...parts],
  );
  return { text: `<?xml version="1.0" encoding="utf-8"?>\n${writeXmlElement(root)}\n`, sideFiles };
}

function binElement(
  timeline: Timeline,
  facts: DocumentFacts,
  id: string,
  entries: readonly XmlElement[],
): XmlElement {
  const property = (name: string): string => `kdenlive:docproperties.${name}`;
  const ofVersion: MltProperties =
    facts.version === '1.1'
      ? {
          'kdenlive:folder.-1.2': 'Sequences',
          'kdenlive:sequenceFolder': 2,
          [property('uuid')]: id,
          [property('opensequences')]: id,
          [property('activetimeline')]: id,
        }
      : {
          [property('tracks')]: timeline.tracks.length,
          [property('tracksCount')]: timeline.tracks.length,
          [property('activeTrack')]: Math.max(0, timeline.tracks.length - 1),
          [property('guides')]: markersText(timeline.markers ?? []),
          [property('groups')]: groupsText(timeline),
          [property('compositing')]: 1,
          [property('position')]: 0,
        };
  const sequence = facts.version === '1.1' ? xmlElement('entry', { producer: id, in: 0, out: 0 }) : null;
  return mltElement(
    'playlist',
    { id: 'main_bin' },
    { ...documentProperties(timeline, facts), ...ofVersion, xml_retain: 1 },
    [sequence, ...entries],
  );
}

function projectElement(id: string, lastFrame: number): XmlElement {
  return mltElement('tractor', { id: 'project', in: 0, out: lastFrame }, { 'kdenlive:projectTractor': 1 }, [
    xmlElement('track', { producer: id, in: 0, out: lastFrame }),
  ]);
}

/**
 * Reads a sequence of a project as Kdenlive saves it: the expected one, else the open one. Titles, colours, nested
 * sequences, compositions and all else that shows no file are items without media; other effects are kept as they are; a
 * crossfade of sound is read as a fade out and a fade in. A time that is not understood makes its clip an unreadable
 * item.
 * @param sideFiles texts of the captions beside the document by their file names.
 * @throws TimelineParseError for malformed or unsafe documents, SeveralSequencesError if several sequences could be the
 * expected one.
 */
export function readKdenlive(
  text: string,
  sideFiles: ReadonlyMap<string, string> = new Map(),
  wanted: WantedSequence | null = null,
): Timeline {
  return parsing(() => readKdenliveDocument(parseXml(text, 'mlt'), sideFiles, wanted));
}
