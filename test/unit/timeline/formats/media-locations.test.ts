import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { writeFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import {
  listMediaLocations,
  type MediaDocumentFormat,
  rewriteMediaLocations,
} from '../../../../src-timeline/formats/media-locations.ts';
import { readOtio, writeOtio } from '../../../../src-timeline/formats/otio/otio.ts';
import { writeXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import { descendantsNamed, parseXml, type XmlNode } from '../../../../src-timeline/formats/xml/xml-reader.ts';
import { TimelineParseError } from '../../../../src-timeline/model/timeline-parse-error.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { richTimeline, sampleTimelines } from './sample-timelines.ts';
import { timelineArbitrary } from './timeline-arbitrary.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const writers: Readonly<Record<MediaDocumentFormat, (timeline: Timeline) => string>> = {
  FCPXML: (timeline) => writeFcpxml(timeline, '1.13'),
  PREMIERE_XML: writeXmeml,
  OTIO: (timeline) => writeOtio(timeline, 'url'),
};
const formats = Object.keys(writers) as MediaDocumentFormat[];

const richLocations = [
  'harbour.png',
  'boat.mp4',
  'camera.mp4',
  'speech-1.wav',
  'speech-2.wav',
  'music.wav',
].map((name) => `media/${name}`);

test.for(formats)('%s lists each location once, in the order of its first mention', (format) => {
  const listed = listMediaLocations(format, writers[format](richTimeline()));
  expect(listed.toSorted()).toEqual(richLocations.toSorted());
  expect(listed[0]).toBe('media/harbour.png');
});

/** All samples but the longest, whose documents have megabytes but no other kinds of locations. */
const smallSamples = Object.entries(sampleTimelines).flatMap(([name, make]) =>
  name === 'five hundred scenes' ? [] : [make],
);

/** Contains everything problematic in a location: markup, quotes, replacement patterns of String.replace, escapes. */
const hostileLocation = `file:///a&b<c>d"e'f$&$1\\g%20h]]>\u00e9`;

test.for(formats)('%s is rewritten and put back to the very same bytes', (format) => {
  for (const make of smallSamples) {
    const text = writers[format](make());
    const there = rewriteMediaLocations(format, text, (location) => `${hostileLocation}${location}`);
    if (listMediaLocations(format, text).length > 0) expect(there).not.toBe(text);
    expect(listMediaLocations(format, there)).toEqual(
      listMediaLocations(format, text).map((location) => `${hostileLocation}${location}`),
    );
    expect(rewriteMediaLocations(format, there, (location) => location.slice(hostileLocation.length))).toBe(
      text,
    );
  }
});

/** Spelling of locations by each writer, to find them in the text without the code under test. */
const spellings: Readonly<Record<MediaDocumentFormat, RegExp>> = {
  FCPXML: /(?<=<media-rep kind="original-media" src=")[^"]*/g,
  PREMIERE_XML: /(?<=^ *<pathurl>)[^<]*/gm,
  OTIO: /(?<=^ *"target_url": ").*(?="$)/gm,
};

test.for(formats)(
  '%s changes nothing but the locations, and all of them, whatever the timeline',
  (format) => {
    fc.assert(
      fc.property(timelineArbitrary, (timeline) => {
        const text = writers[format](timeline);
        expect(rewriteMediaLocations(format, text, () => 'MARK')).toBe(
          text.replace(spellings[format], 'MARK'),
        );
        expect(rewriteMediaLocations(format, text, (location) => location)).toBe(text);
      }),
      { numRuns: 50 },
    );
  },
);

const oddFcpxml = `\ufeff<?xml version='1.0'?>\r
<!-- > <media-rep src="comment"/> --><!DOCTYPE fcpxml>
<fcpxml  version="1.9"><resources><asset id='a'
   src = 'media/old&#32;one.mov'  name="src=&quot;no&quot;" ><media-rep	kind="original-media" src="media/a&amp;b.mov"></media-rep></asset>
<effect id="e" uid="u" src="effect"/><![CDATA[<media-rep src="cdata"/>]]><?x <media-rep src="pi"/>?></resources></fcpxml>\r
`;

test('odd but well-formed XML keeps its oddities', () => {
  expect(listMediaLocations('FCPXML', oddFcpxml)).toEqual(['media/old one.mov', 'media/a&b.mov']);
  const rewritten = rewriteMediaLocations('FCPXML', oddFcpxml, (location) => `/x/'${location}`);
  expect(rewritten).toBe(
    oddFcpxml
      .replace("'media/old&#32;one.mov'", "'/x/&#39;media/old one.mov'")
      .replace('"media/a&amp;b.mov"', '"/x/&#39;media/a&amp;b.mov"'),
  );
});

const oddXmeml = `<xmeml version="4"><sequence><name><![CDATA[<pathurl>no</pathurl>]]></name><file id="1"><pathurl a="b">
   file://localhost/a%20b.mov
 </pathurl><pathurl/><pathurl></pathurl></file></sequence></xmeml>`;

test('white space around a location stays, empty ones are none', () => {
  expect(listMediaLocations('PREMIERE_XML', oddXmeml)).toEqual(['file://localhost/a%20b.mov']);
  expect(rewriteMediaLocations('PREMIERE_XML', oddXmeml, () => 'c & d')).toBe(
    oddXmeml.replace('file://localhost/a%20b.mov', 'c &amp; d'),
  );
});

const oddOtio = `{"tracks":[{"OTIO_SCHEMA" :"ExternalReference.1","target_url":\t"media\\/a.mov","metadata":{"target_url":"metadata"}},
 {"target_url":"before","OTIO_SCHEMA":"ExternalReference.2"},{"OTIO_SCHEMA":"MissingReference.1","target_url":"missing"},
 {"target_url":"never read","OTIO_SCHEMA":"ExternalReference.1","target_url":"last"},
 {"a":["target_url","x"],"b":{"target_url":5},"OTIO_SCHEMA":"ExternalReference.1"}], "n": 1.0e3 }`;

test('only external references have locations, each the one a parser keeps', () => {
  expect(listMediaLocations('OTIO', oddOtio)).toEqual(['media/a.mov', 'before', 'last']);
  expect(rewriteMediaLocations('OTIO', oddOtio, (location) => `${location}"`)).toBe(
    oddOtio
      .replace('"media\\/a.mov"', '"media/a.mov\\""')
      .replace('"before"', '"before\\""')
      .replace('"last"', '"last\\""'),
  );
});

test('locations agree with what the readers see', () => {
  const fcpxml = writers.FCPXML(richTimeline());
  const seen = descendantsNamed(parseXml(fcpxml, 'fcpxml'), 'media-rep').map(({ attributes }) =>
    attributes.get('src'),
  );
  expect(listMediaLocations('FCPXML', fcpxml)).toEqual(seen);
  const otio = rewriteMediaLocations(
    'OTIO',
    writers.OTIO(richTimeline()),
    (location) => `file:///moved/${location}`,
  );
  expect(readOtio(otio).media.map(({ location }) => location)).toEqual(
    readOtio(writers.OTIO(richTimeline())).media.map(({ location }) => `file:///moved/${location}`),
  );
});

/** Returns the locations that an XML parser finds, to compare them with those found in the text. */
function locationsInTree(node: XmlNode): readonly string[] {
  const own = ['media-rep', 'asset'].includes(node.name) ? node.attributes.get('src') : undefined;
  return [...(own === undefined ? [] : [own]), ...node.children.flatMap(locationsInTree)];
}

test('however a document is mutilated, locations are found exactly where a parser sees them', () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&amp;',
      '&#60;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?x ',
      '?>',
      '/>',
      ' ',
      '=',
    ),
    fc.constantFrom(
      '<media-rep src="y"/>',
      '<asset src="z">',
      '</asset>',
      ' src="w"',
      '<a b="<media-rep src=1>"/>',
    ),
  );
  const change = fc.record({
    at: fc.nat({ max: oddFcpxml.length }),
    length: fc.nat({ max: 12 }),
    piece: pieces,
  });
  let readable = 0;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const text = changes.reduce(
        (all, { at, length, piece }) => all.slice(0, at) + piece + all.slice(at + length),
        oddFcpxml,
      );
      let tree: XmlNode;
      try {
        tree = parseXml(text, 'fcpxml');
      } catch {
        return;
      }
      readable += 1;
      const plain = (location: string): string => location.replace(/\s/g, ' ');
      expect(listMediaLocations('FCPXML', text).map(plain)).toEqual(
        [...new Set(locationsInTree(tree))].map(plain),
      );
    }),
    { numRuns: 3000 },
  );
  expect(readable).toBeGreaterThan(50);
});

test.for([
  ['FCPXML', '<xmeml/>'],
  ['PREMIERE_XML', '<fcpxml/>'],
  ['FCPXML', '<fcpxml>'],
  ['FCPXML', '<!DOCTYPE fcpxml [<!ENTITY a "b">]><fcpxml/>'],
  ['OTIO', '{"a":'],
] as const)('a document of %s that cannot be read is not rewritten: %s', ([format, text]) => {
  expect(() => listMediaLocations(format, text)).toThrow(TimelineParseError);
  expect(() => rewriteMediaLocations(format, text, () => 'x')).toThrow(TimelineParseError);
});
