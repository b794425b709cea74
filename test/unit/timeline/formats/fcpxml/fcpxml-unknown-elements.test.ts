import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { clipsOfTracks } from '../../../../../src-timeline/model/placement.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { roundTripLimitMs, roundTripRuns } from '../round-trip-runs.ts';
import { fcpxmlOf } from './fcpxml-documents.ts';

// Many documents are slow on a busy machine.
vi.setConfig({ testTimeout: roundTripLimitMs });

const dtd = 'dtd/Final_Cut_Pro_XML_DTD_version_1.14.dtd';

/** Elements that only hold others, without a name of their own in a cut. */
const holders = ['spine', 'audition', 'gap'];

/** Returns the elements that the document type allows in a story. */
function storyElementsOfDtd(): readonly string[] {
  const text = readFileSync(oraclePath(dtd), 'utf8');
  const lists = [...text.matchAll(/<!ENTITY % (?:anchor|clip)_item "([^"]+)">/g)];
  const names = lists.flatMap(([, list = '']) => list.split('|').map((name) => name.trim()));
  return [...new Set(names)].filter((name) => !holders.includes(name));
}

/** Writes an element with its place. */
type Part = (place: string) => string;
type Wrapper = (part: Part) => Part;

const connected = 'lane="1" offset="1s"';

const around =
  (name: string, more = ''): Wrapper =>
  (part) =>
  (place) =>
    `<${name} ${place} duration="9s" name="outer" ${more}>${part(connected)}</${name}>`;

/** Places in a story, by what is around them. A clip that wraps one item has the name of both. */
const wrappers: Readonly<Record<string, Wrapper>> = {
  'asset-clip': around('asset-clip', 'ref="film"'),
  'missing asset': around('asset-clip', 'ref="nowhere"'),
  gap: around('gap', 'start="0s"'),
  title: around('title', 'ref="basic"'),
  video: around('video', 'ref="still"'),
  compound: around('ref-clip', 'ref="compound"'),
  'missing compound': around('ref-clip', 'ref="nowhere"'),
  multicam: around('mc-clip', 'ref="angles"'),
  unknown: around('hologram'),
  'odd length': (part) => (place) =>
    `<asset-clip ${place} ref="film" duration="soon">${part(connected)}</asset-clip>`,
  storyline: (part) => (place) =>
    `<gap ${place} start="0s" duration="9s"><spine ${connected}>${part('offset="1s"')}</spine></gap>`,
  audition: (part) => (place) =>
    `<audition ${place}>${part('')}<title ref="basic" duration="1s"/></audition>`,
  content: (part) => (place) => `<clip ${place} duration="9s" name="marked">${part('offset="1s"')}</clip>`,
  synchronised: (part) => (place) =>
    `<sync-clip ${place} duration="9s" name="marked"><spine>${part('offset="0s"')}</spine></sync-clip>`,
  'synchronised sound': (part) => (place) =>
    `<sync-clip ${place} duration="9s" name="marked"><gap start="0s" duration="9s">${part('lane="-1" offset="1s"')}</gap></sync-clip>`,
  'main of a clip': (part) => (place) =>
    `<clip ${place} duration="9s"><video ref="film" duration="9s">${part(connected)}</video></clip>`,
};

const lengths = ['1s', '30/25s', '0s', '-1s', 'soon', '1/0s', null] as const;

const storyPlaces = ['sequence', 'compound', 'angle'] as const;

/** Writes a document with an element somewhere in its story. */
function documentWith(part: Part, storyPlace: (typeof storyPlaces)[number]): string {
  const content = part('');
  const film = '<asset-clip ref="film" duration="30s"/>';
  const uses = {
    sequence: content,
    compound: '<ref-clip ref="compound" duration="30s"/>',
    angle: '<mc-clip ref="angles" duration="30s"/>',
  };
  return fcpxmlOf({
    spine: uses[storyPlace],
    resources: `
      <media id="compound"><sequence format="f"><spine>${storyPlace === 'compound' ? content : film}</spine></sequence></media>
      <media id="angles"><multicam format="f"><mc-angle angleID="a">${storyPlace === 'angle' ? content : film}</mc-angle></multicam></media>`,
  });
}

/** Returns what a reader names or keeps of a document. */
function namesIn(text: string): readonly string[] {
  const { tracks, captionTracks, itemsWithoutMedia = [] } = readFcpxml(text);
  return [
    ...itemsWithoutMedia.map(({ name }) => name),
    ...clipsOfTracks(tracks).flatMap(({ name, unread = [] }) => [name, ...unread.map((one) => one.name)]),
    ...captionTracks.flatMap(({ captions }) => captions.flatMap(({ lines }) => lines)),
  ];
}

const placed = fc.record({
  outside: fc.array(fc.constantFrom(...Object.values(wrappers)), { maxLength: 3 }),
  storyPlace: fc.constantFrom(...storyPlaces),
});

function expectNamed(
  part: Part,
  { outside, storyPlace }: { outside: readonly Wrapper[]; storyPlace: (typeof storyPlaces)[number] },
): void {
  const whole = outside.reduce((inner, wrapper) => wrapper(inner), part);
  expect(namesIn(documentWith(whole, storyPlace))).toContain('marked');
}

test('An unknown element with a place is named wherever it stands', () => {
  fc.assert(
    fc.property(placed, fc.constantFrom(...lengths), (where, length) => {
      const duration = length === null ? '' : `duration="${length}"`;
      expectNamed((place) => `<hologram ${place} ${duration} name="marked"/>`, where);
    }),
    roundTripRuns,
  );
});

test('Every element of the document type is read or named wherever it stands', (context) => {
  skipFor(reasonWithoutOracle(dtd), context);
  const refs = ['film', 'still', 'frames', 'basic', 'vivid', 'nowhere'];
  const element = fc.record({
    name: fc.constantFrom(...storyElementsOfDtd()),
    length: fc.constantFrom(...lengths),
    ref: fc.constantFrom(...refs),
  });
  fc.assert(
    fc.property(placed, element, (where, { name, length, ref }) => {
      const isCaption = name === 'caption';
      const duration = isCaption ? 'duration="1s"' : length === null ? '' : `duration="${length}"`;
      const content = isCaption ? '<text>marked</text>' : '';
      expectNamed(
        (place) => `<${name} ${place} ${duration} ref="${ref}" name="marked">${content}</${name}>`,
        where,
      );
    }),
    roundTripRuns,
  );
});

test('An unknown element within a clip is kept with it', () => {
  fc.assert(
    fc.property(fc.constantFrom('asset-clip', 'clip', 'video'), (name) => {
      const inside = name === 'clip' ? '<video ref="film" duration="9s"/>' : '';
      const spine = `<${name} ref="film" duration="9s">${inside}<glow size="3"/></${name}>`;
      expect(namesIn(fcpxmlOf({ spine }))).toContain('glow');
    }),
  );
});
