import { checkTimeline } from './check-timeline.ts';
import {
  type ReadAsset,
  type ReadCompound,
  type ReadFormat,
  readAssets,
  readCompounds,
  readFormats,
  timeAttribute,
  zeroTime,
} from './fcpxml/fcpxml-resource-reader.ts';
import { buildFcpxmlResources } from './fcpxml/fcpxml-resources.ts';
import { FcpxmlStoryReader } from './fcpxml/fcpxml-story-reader.ts';
import { buildSpine, storyEndFrame } from './fcpxml/fcpxml-story.ts';
import { formatFcpxmlTime, framesOfFcpxmlTime } from './fcpxml/fcpxml-time.ts';
import { captionTracksOfStory, tracksOfStory } from './fcpxml/fcpxml-tracks.ts';
import { centreTransitions } from './fcpxml/fcpxml-transitions.ts';
import { canDropFrames } from './frame-rate.ts';
import { Nesting } from './nested-sequences.ts';
import { clipsOfTracks, coverClips } from './placement.ts';
import { transitionsAsRead } from './read-transitions.ts';
import { parsing, TimelineParseError } from './timeline-parse-error.ts';
import type { Timeline } from './timeline.ts';
import {
  childOf,
  descendantsNamed,
  parseXml,
  placeOf,
  requireAttribute,
  type XmlNode,
} from './xml-reader.ts';
import { writeXmlDocument, type XmlElement, xmlElement } from './xml-writer.ts';

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
 * moved media). A track's name survives as a sub-role, without points, commas and question marks. Transitions are
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
  const timeline = centreTransitions(written);
  const resources = buildFcpxmlResources(timeline);
  const sequence = xmlElement(
    'sequence',
    {
      format: resources.sequenceFormatId,
      duration: formatFcpxmlTime(storyEndFrame(timeline), timeline.frameRate),
      tcStart: formatFcpxmlTime(timeline.startFrame, timeline.frameRate),
      tcFormat: timeline.isDropFrame ? 'DF' : 'NDF',
      audioLayout: 'stereo',
      audioRate: audioRates[timeline.audioRate] ?? null,
    },
    [buildSpine(timeline, resources)],
  );
  const project = xmlElement('project', { name: timeline.name }, [sequence]);
  const library = xmlElement('library', {}, [xmlElement('event', { name: timeline.name }, [project])]);
  const options = importOptions === undefined ? null : importOptionsElement(importOptions);
  return writeXmlDocument(xmlElement('fcpxml', { version }, [options, resources.element, library]));
}

interface ReadSequence {
  readonly node: XmlNode;
  readonly frameRate: Timeline['frameRate'];
  readonly width: number;
  readonly height: number;
}

function readSequence(project: XmlNode, formats: ReadonlyMap<string, ReadFormat>): ReadSequence {
  const node = childOf(project, 'sequence');
  if (node === null) throw new TimelineParseError('The project has no sequence.', placeOf(project));
  const format = formats.get(requireAttribute(node, 'format'));
  if (format?.rate === undefined || format.rate === null || format.size === null)
    throw new TimelineParseError('The sequence’s format has no frame rate or no size.', placeOf(node));
  return { node, frameRate: format.rate, width: format.size.width, height: format.size.height };
}

function buildTimeline(
  project: XmlNode,
  sequence: ReadSequence,
  assets: ReadonlyMap<string, ReadAsset>,
  compounds: ReadonlyMap<string, ReadCompound>,
): Timeline {
  const { node, frameRate, width, height } = sequence;
  const spine = childOf(node, 'spine');
  if (spine === null) throw new TimelineParseError('The sequence has no storyline.', placeOf(node));
  const start = timeAttribute(node, 'tcStart') ?? zeroTime;
  const startFrame = Math.max(0, framesOfFcpxmlTime(start, frameRate));
  const firstOffset = spine.children[0] === undefined ? null : timeAttribute(spine.children[0], 'offset');
  const countsFromZero = firstOffset !== null && framesOfFcpxmlTime(firstOffset, frameRate) < startFrame;
  const story = new FcpxmlStoryReader({
    ...{ assets, compounds, nesting: new Nesting() },
    sequence: { frameRate, width, height },
  }).read(spine, countsFromZero ? zeroTime : start);
  const links = new Map([...assets.values()].map((asset) => [asset.media.mediaId, asset.links]));
  const tracks = tracksOfStory(story, links);
  const media = coverClips(
    [...assets.values()].map((asset) => asset.media),
    clipsOfTracks(tracks),
  );
  const audioRate = Object.entries(audioRates).find(([, name]) => name === node.attributes.get('audioRate'));
  return {
    name: project.attributes.get('name') ?? '',
    frameRate,
    width,
    height,
    startFrame,
    isDropFrame: node.attributes.get('tcFormat') === 'DF' && canDropFrames(frameRate),
    audioRate: Number(audioRate?.[0] ?? 48_000),
    media,
    tracks: transitionsAsRead(tracks, media),
    captionTracks: captionTracksOfStory(story.captions),
  };
}

/**
 * Reads the first project of a document of any version 1.x, from the app or another program. Connected clips become
 * tracks by lane, sound becomes tracks by role, compound clips become their content. Transitions of every kind count as
 * dissolves, those from or to nothing as fades, and crossfades of sound as a fade out and a fade in. Titles and
 * multicam clips are omitted and leave a hole. Effects and variable speeds are kept as they are; a variable speed is
 * read as its mean. Times between frames are rounded to the nearest frame.
 * @throws TimelineParseError for malformed or unsafe documents.
 */
export function readFcpxml(text: string): Timeline {
  return parsing(() => {
    const root = parseXml(text, 'fcpxml');
    const project = descendantsNamed(root, 'project')[0];
    const resources = childOf(root, 'resources');
    if (project === undefined) throw new TimelineParseError('The document has no project.');
    if (resources === null) throw new TimelineParseError('The document lists no resources.');
    const formats = readFormats(resources);
    const sequence = readSequence(project, formats);
    const assets = readAssets(resources, { formats, sequence: { ...sequence, rate: sequence.frameRate } });
    return buildTimeline(project, sequence, assets, readCompounds(resources));
  });
}
