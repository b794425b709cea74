import { checkTimeline } from '../../model/check-timeline.ts';
import { chooseSequence, type WantedSequence } from '../../model/choose-sequence.ts';
import { canDropFrames } from '../../model/frame-rate.ts';
import { type KnownSettings, unstatedStart } from '../../model/known-settings.ts';
import { clipsOfTracks, coverClips } from '../../model/placement.ts';
import type { RationalTime } from '../../model/rational-time.ts';
import { parsing, TimelineParseError } from '../../model/timeline-parse-error.ts';
import type { Timeline } from '../../model/timeline.ts';
import { Nesting } from '../nested-sequences.ts';
import { withNotesOnClips } from '../notes-on-clips.ts';
import { transitionsAsRead } from '../read-transitions.ts';
import { childOf, descendantsNamed, parseXml, placeOf, type XmlNode } from '../xml/xml-reader.ts';
import { writeXmlDocument, type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { FcpxmlItemReader } from './fcpxml-items-reader.ts';
import { buildItems } from './fcpxml-items.ts';
import {
  type ReadAsset,
  type ReadFormat,
  readAssets,
  readFormats,
  readNests,
  readUnlessOdd,
  timeAttribute,
  zeroTime,
} from './fcpxml-resource-reader.ts';
import { buildFcpxmlResources } from './fcpxml-resources.ts';
import { findSequences, type FoundSequence } from './fcpxml-sequences.ts';
import type { FoundStory } from './fcpxml-story-parts.ts';
import { FcpxmlStoryReader } from './fcpxml-story-reader.ts';
import { buildSpine, storyEndFrame } from './fcpxml-story.ts';
import { exactRateOf, formatFcpxmlTime, framesOfFcpxmlTime } from './fcpxml-time.ts';
import { captionTracksOfStory, tracksOfStory } from './fcpxml-tracks.ts';
import { centreTransitions, withOwnTransitions } from './fcpxml-transitions.ts';

/**
 * 1.13 belongs to Final Cut Pro 11; every DaVinci Resolve from 18 on accepts up to 1.10. Both have the same content.
 */
export type FcpxmlVersion = '1.13' | '1.10';

export interface FcpxmlImportOptions {
  /**
   * `file:` URL of a library (`.fcpbundle`) to import into. Final Cut creates a missing library without asking; without
   * this option it asks. Media stay in place and are not copied into the library.
   */
  readonly libraryUrl: string;
}

const audioRates: Readonly<Record<number, string>> = {
  32_000: '32k',
  44_100: '44.1k',
  48_000: '48k',
  88_200: '88.2k',
  96_000: '96k',
  176_400: '176.4k',
  192_000: '192k',
};

function importOptionsElement({ libraryUrl }: FcpxmlImportOptions): XmlElement {
  return xmlElement('import-options', {}, [
    xmlElement('option', { key: 'library location', value: libraryUrl }),
    xmlElement('option', { key: 'copy assets', value: 0 }),
  ]);
}

/**
 * Writes a project in a library with one event, both named like the timeline.
 *
 * The format loses: holes at the end of a track, tracks without clips, the order of links, the last frame of a caption
 * that another one follows at once, and the name of a clip (every clip is named after its file, by which importers find
 * moved media). Items without media stay if they came in this format, except drawings in version 1.10; titles of other
 * formats become basic titles. Markers of the sequence stay where it shows a hole or such an item, because Final Cut has
 * none but those of clips; notes are on the pictures. A track's name survives as a sub-role, without points, commas and question marks. Transitions are
 * dissolves of any style, on the primary track only, and the cut moves to their middle. Pictures fade by their opacity,
 * and transparency is not stated. At another speed, the first frame becomes a multiple of the speed.
 * @throws RangeError when the timeline breaks a rule of `checkTimeline`.
 */
export function writeFcpxml(
  written: Timeline,
  version: FcpxmlVersion,
  importOptions?: FcpxmlImportOptions,
): string {
  checkTimeline(written);
  const timeline = withNotesOnClips(centreTransitions(written));
  const { items, resources: ofItems } = buildItems(timeline, version);
  const resources = buildFcpxmlResources(timeline, ofItems);
  const sequence = xmlElement(
    'sequence',
    {
      format: resources.sequenceFormatId,
      duration: formatFcpxmlTime(storyEndFrame(timeline, items), timeline.frameRate),
      tcStart: formatFcpxmlTime(timeline.startFrame, timeline.frameRate),
      tcFormat: timeline.isDropFrame ? 'DF' : 'NDF',
      audioLayout: 'stereo',
      audioRate: audioRates[timeline.audioRate] ?? null,
    },
    [buildSpine(timeline, resources, items)],
  );
  const project = xmlElement('project', { name: timeline.name }, [sequence]);
  const library = xmlElement('library', {}, [xmlElement('event', { name: timeline.name }, [project])]);
  const options = importOptions === undefined ? null : importOptionsElement(importOptions);
  return writeXmlDocument(xmlElement('fcpxml', { version }, [options, resources.element, library]));
}

interface ReadSequence {
  readonly node: XmlNode;
  readonly name: string;
  /** As stated: times count in it. */
  readonly frameRate: Timeline['frameRate'];
  readonly width: number;
  readonly height: number;
}

/** Size of a sequence in a document that states none. */
const usualSize = { width: 1920, height: 1080 };

/**
 * A format without a usable rate takes that of the first other one that has one; without a usable size the known one,
 * else that of the first other format.
 */
function readSequence(
  { node, candidate }: FoundSequence,
  formats: ReadonlyMap<string, ReadFormat>,
  settings: KnownSettings | undefined,
): ReadSequence {
  const own = formats.get(node.attributes.get('format') ?? '');
  const known = [...(own ? [own] : []), ...formats.values()];
  const frameRate = known.find(({ rate }) => rate !== null)?.rate ?? null;
  if (frameRate === null) throw new TimelineParseError('The document states no frame rate.', placeOf(node));
  const other = known.find((format) => format.size !== null)?.size;
  const size = own?.size ?? settings ?? other ?? usualSize;
  return { node, name: candidate.name, frameRate, width: size.width, height: size.height };
}

function readStory(root: ReadRoot, { node, ...sequence }: ReadSequence): FoundStory {
  const spine = childOf(node, 'spine');
  if (spine === null) throw new TimelineParseError('The sequence has no storyline.', placeOf(node));
  const reader = new FcpxmlStoryReader({
    assets: root.assets,
    nests: readNests(root.resources),
    items: new FcpxmlItemReader(root.resources),
    sequence,
    nesting: new Nesting(),
  });
  return reader.read(spine, startOf(node));
}

const startOf = (sequence: XmlNode): RationalTime =>
  readUnlessOdd(() => timeAttribute(sequence, 'tcStart')) ?? zeroTime;

interface ReadRoot {
  readonly resources: XmlNode;
  readonly assets: ReadonlyMap<string, ReadAsset>;
}

/** Reads the timecode of the first frame. What the sequence does not state is as known. */
function readTimecode(
  { node, frameRate }: ReadSequence,
  known: KnownSettings | undefined,
): Pick<Timeline, 'startFrame' | 'isDropFrame'> {
  const unstated = unstatedStart(known, exactRateOf(frameRate));
  const { attributes } = node;
  const start = readUnlessOdd(() => framesOfFcpxmlTime(startOf(node), frameRate)) ?? 0;
  const isDropFrame = attributes.has('tcFormat') ? attributes.get('tcFormat') === 'DF' : unstated.isDropFrame;
  return {
    startFrame: attributes.has('tcStart') ? Math.max(0, start) : unstated.startFrame,
    isDropFrame: isDropFrame && canDropFrames(exactRateOf(frameRate)),
  };
}

/** @param isOwn true to read the app's own transitions. */
function buildTimeline(
  root: ReadRoot,
  sequence: ReadSequence,
  known: KnownSettings | undefined,
  isOwn: boolean,
): Timeline {
  const { node, name, width, height } = sequence;
  const frameRate = exactRateOf(sequence.frameRate);
  const story = readStory(root, sequence);
  const assets = [...root.assets.values()];
  const links = new Map(assets.map((asset) => [asset.media.mediaId, asset.links]));
  const { tracks, items } = tracksOfStory(story, links);
  const spine = childOf(node, 'spine');
  const media = coverClips(
    assets.map((asset) => asset.media),
    clipsOfTracks(tracks),
  );
  const audioRate = Object.entries(audioRates).find(([, rate]) => rate === node.attributes.get('audioRate'));
  const markers = story.markers.toSorted((a, b) => a.frame - b.frame);
  return {
    name,
    frameRate,
    width,
    height,
    ...readTimecode(sequence, known),
    audioRate: Number(audioRate?.[0] ?? 48_000),
    media,
    tracks: transitionsAsRead(
      isOwn && spine
        ? withOwnTransitions(tracks, media, { spine, start: startOf(node), rate: sequence.frameRate })
        : tracks,
      media,
    ),
    captionTracks: captionTracksOfStory(story.captions),
    ...(markers.length > 0 && { markers }),
    ...(items.length > 0 && { itemsWithoutMedia: items }),
  };
}

/** Returns all resources. Documents before version 1.3 have them in each project. */
function resourcesOf(root: XmlNode): XmlNode {
  const [first, ...others] = descendantsNamed(root, 'resources');
  if (first === undefined) throw new TimelineParseError('The document lists no resources.');
  return { ...first, children: [first, ...others].flatMap(({ children }) => children) };
}

/**
 * Reads one sequence of a document of any version 1.x, from the app or another program: of several projects or compound
 * clips the one that `chooseSequence` takes. Connected clips become tracks by lane, sound becomes tracks by role,
 * compound clips and the active angles of multicam clips become their content. Transitions of every kind count as
 * dissolves, those from or to nothing as fades, and crossfades of sound as a fade out and a fade in. Titles and
 * generators become items without media, as does everything with a place that cannot be read. Effects and variable
 * speeds are kept as they are; a variable speed is read as its mean. Markers of gaps and titles become markers of the
 * sequence. Times between frames are rounded to the nearest frame.
 * @param wanted The cut that the document is expected to hold; null if nothing is known about it.
 * @throws TimelineParseError for malformed or unsafe documents and those without a sequence, SeveralSequencesError.
 */
export function readFcpxml(text: string, wanted: WantedSequence | null = null): Timeline {
  return readDocument(text, wanted, false);
}

/**
 * Reads a document that this app or the service wrote and nothing changed, like `readFcpxml`. Transitions on the primary
 * track also have the style and the place of the cut that the document keeps for its own readers.
 * @throws TimelineParseError, SeveralSequencesError.
 */
export function readOwnFcpxml(text: string): Timeline {
  return readDocument(text, null, true);
}

function readDocument(text: string, wanted: WantedSequence | null, isOwn: boolean): Timeline {
  return parsing(() => {
    const root = parseXml(text, 'fcpxml');
    const resources = resourcesOf(root);
    const sequences = findSequences(root, resources);
    if (sequences.length === 0) throw new TimelineParseError('The document has no project.');
    const chosen = chooseSequence(
      sequences.map(({ candidate }) => candidate),
      wanted,
    );
    const found = sequences.find(({ candidate }) => candidate === chosen);
    if (found === undefined) throw new TimelineParseError('The document has no project.');
    const formats = readFormats(resources);
    const sequence = readSequence(found, formats, wanted?.settings);
    const assets = readAssets(resources, { formats, sequence: { ...sequence, rate: sequence.frameRate } });
    return buildTimeline({ resources, assets }, sequence, wanted?.settings, isOwn);
  });
}
