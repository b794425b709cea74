import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readAss, writeAss } from '../../../../src-timeline/formats/captions/ass.ts';
import { readSrt, writeSrt } from '../../../../src-timeline/formats/captions/srt.ts';
import { readEdl, writeEdl } from '../../../../src-timeline/formats/edl/edl.ts';
import { readFcpxml, writeFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { readKdenlive, writeKdenlive } from '../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { listMediaLocations } from '../../../../src-timeline/formats/media-locations.ts';
import { readOtio, writeOtio } from '../../../../src-timeline/formats/otio/otio.ts';
import { readShotcut, writeShotcut } from '../../../../src-timeline/formats/shotcut/shotcut.ts';
import { readXmeml, writeXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import { TimelineParseError } from '../../../../src-timeline/model/timeline-parse-error.ts';
import { rates, richTimeline } from './sample-timelines.ts';

// Many and long documents are slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** Readers, each with a valid document. */
const readers: Readonly<Record<string, { readonly text: string; readonly read: (text: string) => unknown }>> =
  {
    fcpxml: { text: writeFcpxml(richTimeline(), '1.13'), read: readFcpxml },
    xmeml: { text: writeXmeml(richTimeline()), read: readXmeml },
    otio: { text: writeOtio(richTimeline(), 'url'), read: readOtio },
    kdenlive: {
      text: writeKdenlive(richTimeline(), { fileName: 'cut.kdenlive' }).text,
      read: (text) => readKdenlive(text),
    },
    shotcut: { text: writeShotcut(richTimeline()), read: readShotcut },
    edl: {
      text: writeEdl(richTimeline(), { fileName: 'cut.edl' }).text,
      read: (text) => readEdl(text, { frameRate: rates[30], size: { width: 1920, height: 1080 } }),
    },
    'edl media lists': {
      text: writeEdl(richTimeline(), { fileName: 'cut.edl' }).sideFiles[0]?.text ?? '',
      read: (text) =>
        readEdl(
          writeEdl(richTimeline(), { fileName: 'cut.edl' }).text,
          { frameRate: rates[30], size: { width: 1920, height: 1080 } },
          text,
        ),
    },
    ass: {
      text: richTimeline()
        .captionTracks.map((track) => writeAss(track, rates[25], { width: 1920, height: 1080 }))
        .join(''),
      read: (text) => readAss(text, rates[25], 'en'),
    },
    srt: {
      text: richTimeline()
        .captionTracks.map((track) => writeSrt(track, rates[25]))
        .join(''),
      read: (text) => readSrt(text, rates[25], 'en'),
    },
    'fcpxml locations': {
      text: writeFcpxml(richTimeline(), '1.13'),
      read: (text) => listMediaLocations('FCPXML', text),
    },
    'xmeml locations': {
      text: writeXmeml(richTimeline()),
      read: (text) => listMediaLocations('PREMIERE_XML', text),
    },
    'otio locations': {
      text: writeOtio(richTimeline(), 'url'),
      read: (text) => listMediaLocations('OTIO', text),
    },
  };

/** A hundred times the usual reading time, so that a busy machine passes but quadratic work fails. */
const longestReadMs = 20_000;

function expectBounded(read: (text: string) => unknown, text: string): void {
  const startedAt = performance.now();
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof TimelineParseError)) throw error;
  }
  expect(performance.now() - startedAt).toBeLessThan(longestReadMs);
}

/**
 * Generates one change of a text: a piece removed, doubled or moved, or hostile text inserted or put in place of a
 * value.
 */
const nasty = fc.oneof(
  fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '&',
    '&#0;',
    '&#x110000;',
    '</',
    '<!--',
    '<![CDATA[',
    ']]>',
    '<?',
    '<!DOCTYPE a [',
    '{',
    '}',
    '[',
    ']',
    ',',
    '\\',
    '\u0000',
    '\ud800',
    '-->',
  ),
  fc.constantFrom(
    '-1',
    '0',
    '1e999',
    '9'.repeat(19),
    '1/0s',
    '-5s',
    'NaN',
    'null',
    '""',
    '{}',
    '[]',
    '0.1',
    'TRUE',
    '\n',
    ' ',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 0, max: 60 }),
  kind: fc.constantFrom('cut', 'double', 'insert', 'replace', 'number', 'truncate'),
  piece: nasty,
});

function mutate(
  text: string,
  { at, length, kind, piece }: { at: number; length: number; kind: string; piece: string },
): string {
  const start = Math.floor(at * text.length);
  const before = text.slice(0, start);
  const middle = text.slice(start, start + length);
  const after = text.slice(start + length);
  if (kind === 'cut') return before + after;
  if (kind === 'double') return before + middle + middle + after;
  if (kind === 'insert') return before + piece + middle + after;
  if (kind === 'replace') return before + piece + after;
  if (kind === 'truncate') return before;
  return before + (middle + after).replace(/\d+/, piece);
}

test.for(Object.entries(readers))(
  '%s read however mutilated, or refuse it in one way, soon',
  ([, { text, read }]) => {
    expect(() => read(text)).not.toThrow();
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
        expectBounded(read, mutations.reduce(mutate, text));
      }),
      { numRuns: 400 },
    );
  },
);

test.for(Object.entries(readers))('%s read any text at all, or refuse it in one way', ([, { read }]) => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => expectBounded(read, text)));
});

const big = 50_000;
const bombs: Readonly<Record<string, string>> = {
  'opening tags': '<a>'.repeat(big),
  'elements in each other': `<fcpxml>${'<a>'.repeat(big)}${'</a>'.repeat(big)}</fcpxml>`,
  'elements beside each other': `<xmeml>${'<a/>'.repeat(big)}</xmeml>`,
  attributes: `<fcpxml ${Array.from({ length: 50_000 }, (_, index) => `a${String(index)}=""`).join(' ')}/>`,
  'quotes that never close': `<fcpxml ${'a="'.repeat(big)}`,
  'comments that never close': '<!--'.repeat(big),
  ampersands: `<fcpxml>${'&'.repeat(big)}</fcpxml>`,
  'spaces in a tag': `<fcpxml${' '.repeat(big)}`,
  entities: `<!DOCTYPE fcpxml [${Array.from({ length: 30 }, (_, index) => `<!ENTITY e${String(index + 1)} "&e${String(index)};&e${String(index)};">`).join('')}]><fcpxml>&e30;</fcpxml>`,
  brackets: '['.repeat(big),
  'objects in each other': `${'{"children":['.repeat(20_000)}${']}'.repeat(20_000)}`,
  'a number of many digits': `<xmeml><sequence><rate><timebase>${'9'.repeat(big)}</timebase></rate><media/></sequence></xmeml>`,
  arrows: '-->\n'.repeat(big),
  cues: '00:00:01,000 --> 00:00:02,000\nx\n\n'.repeat(20_000),
  'blank lines': '\n'.repeat(big),
  digits: `${'1'.repeat(big)}\n00:00:01,000 --> 00:00:02,000\nx`,
};

test.for(Object.entries(bombs))('no reader hangs or breaks on %s', ([, text]) => {
  for (const { read } of Object.values(readers)) expectBounded(read, text);
});

test('times with many different denominators cost no more than others', () => {
  const clips = Array.from(
    { length: 3000 },
    (_, index) =>
      `<gap offset="${String(index)}/${String(4_000_000_007 + index)}s" duration="1/${String(999_999_937 - index)}s"/>`,
  );
  const text = `<fcpxml version="1.13"><resources><format id="r" frameDuration="1/25s" width="2" height="2"/></resources>
    <project name="p"><sequence format="r" tcStart="1/7s"><spine>${clips.join('')}</spine></sequence></project></fcpxml>`;
  expectBounded(readFcpxml, text);
  expect(readFcpxml(text).tracks).toEqual([]);
});
