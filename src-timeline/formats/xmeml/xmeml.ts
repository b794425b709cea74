import { withCarriedItems } from '../../model/carried-items.ts';
import { checkTimeline } from '../../model/check-timeline.ts';
import type { WantedSequence } from '../../model/choose-sequence.ts';
import { parsing } from '../../model/timeline-parse-error.ts';
import { type Timeline, timelineDurationFrames } from '../../model/timeline.ts';
import { parseXml } from '../xml/xml-reader.ts';
import { textElement, writeXmlDocument, type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { findSequence } from './xmeml-candidates.ts';
import { XmemlFileTable, type XmemlLocationStyle } from './xmeml-file.ts';
import { layOutXmeml } from './xmeml-layout.ts';
import { markerElement } from './xmeml-markers.ts';
import { pictureCharacteristics, rateElement, soundCharacteristics, timecodeElement } from './xmeml-parts.ts';
import { readXmemlSequence } from './xmeml-sequence-reader.ts';
import { buildTrackElements } from './xmeml-tracks.ts';

/** Writes left and right as separate outputs, as Premiere does for stereo sequences. */
function outputsElement(): XmlElement {
  const groups = [1, 2].map((index) =>
    xmlElement('group', {}, [
      textElement('index', index),
      textElement('numchannels', 1),
      textElement('downmix', 0),
      xmlElement('channel', {}, [textElement('index', index)]),
    ]),
  );
  return xmlElement('outputs', {}, groups);
}

function mediaElement(timeline: Timeline, locationStyle: XmemlLocationStyle): XmlElement {
  const tracks = layOutXmeml(timeline);
  const elements = buildTrackElements(
    tracks,
    timeline.frameRate,
    new XmemlFileTable(timeline, locationStyle),
  );
  const ofType = (mediaType: string): readonly XmlElement[] =>
    elements.filter((_, index) => tracks[index]?.mediaType === mediaType);
  return xmlElement('media', {}, [
    xmlElement('video', {}, [
      xmlElement('format', {}, [pictureCharacteristics(timeline, timeline.frameRate)]),
      ...ofType('video'),
    ]),
    xmlElement('audio', {}, [
      xmlElement('format', {}, [soundCharacteristics(timeline.audioRate)]),
      outputsElement(),
      ...ofType('audio'),
    ]),
  ]);
}

/**
 * Writes version 4, which Premiere itself writes, with only the elements of the document type. Media are found by
 * `file://localhost/…`, Premiere's own spelling, or by `file:///…`, which Resolve links.
 *
 * The format loses: captions (an SRT goes beside it), names of tracks, holes at the end of a track, the name of a clip
 * (every clip is named after its file, by which importers find moved media), and media no clip uses. The cut of a
 * transition moves to its beginning, middle or end. Items without media go back if they came in this format; titles of
 * others become markers with their words, and other items are lost. Roles of sound survive as label colours, stereo as two linked
 * tracks of one channel each.
 * @throws RangeError when the timeline breaks a rule of `checkTimeline`.
 */
export function writeXmeml(timeline: Timeline, locationStyle: XmemlLocationStyle = 'localhost'): string {
  checkTimeline(timeline);
  const carried = withCarriedItems(timeline, 'PREMIERE_XML');
  const sequence = xmlElement('sequence', { id: 'sequence-1' }, [
    textElement('name', timeline.name),
    textElement('duration', timelineDurationFrames(timeline)),
    rateElement(timeline.frameRate),
    timecodeElement(timeline.startFrame, timeline.frameRate, timeline.isDropFrame),
    mediaElement(carried, locationStyle),
    ...(carried.markers ?? []).map((marker) => markerElement(marker)),
  ]);
  return writeXmlDocument(xmlElement('xmeml', { version: '4' }, [sequence]));
}

/**
 * Reads a sequence of a document of any version, from the app or another program. Unknown transitions count as
 * dissolves, crossfades of sound as a fade out and a fade in. The two channels of a stereo clip become one clip. Nested
 * sequences become their content. What shows no media file becomes an item without media: generators, graphics, missing
 * files, and elements that are not known. Other filters are kept as they are. If files run at another rate, in-points
 * count in the sequence's frames.
 * @param wanted The expected cut, to choose among several sequences, and for settings that none states; null reads the
 * first that is not empty.
 * @throws TimelineParseError for malformed or unsafe documents and those without a sequence, SeveralSequencesError if
 * several sequences could be the wanted one.
 */
export function readXmeml(text: string, wanted: WantedSequence | null = null): Timeline {
  return parsing(() => {
    const root = parseXml(text, 'xmeml');
    return readXmemlSequence(findSequence(root, wanted), root, wanted?.settings);
  });
}
