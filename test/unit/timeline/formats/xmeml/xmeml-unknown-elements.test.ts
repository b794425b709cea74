import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readXmeml, writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import { checkTimeline } from '../../../../../src-timeline/model/check-timeline.ts';
import { placementsOfTrack } from '../../../../../src-timeline/model/placement.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { roundTripRuns } from '../round-trip-runs.ts';
import { timelineArbitrary } from '../timeline-arbitrary.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** Names of all elements of the document type, and some that no document type has. */
function elementNames(): readonly string[] {
  const declared = readFileSync(oraclePath('dtd/xmeml_v4.dtd'), 'utf8').matchAll(/<!ELEMENT (\S+)/g);
  const names = new Set([...declared].map(([, name]) => name ?? ''));
  return [...names, 'captionitem', 'compound', 'adjustmentitem', 'x'];
}

interface Inserted {
  readonly name: string;
  readonly start: number;
  readonly length: number;
  readonly wrapper: string | null;
  readonly at: number;
}

const textOf = ({ name, start, length, wrapper }: Inserted): string => {
  const place = `<start>${String(start)}</start><end>${String(start + length)}</end>`;
  const element = `<${name}><name>Inserted</name>${place}<in>0</in><out>${String(length)}</out></${name}>`;
  return wrapper === null ? element : `<${wrapper}>${element}</${wrapper}>`;
};

/** Inserts an element between two others of some track, but not between a clip and its transition. */
function inserted(document: string, { at, ...element }: Inserted): string | null {
  const places = [...document.matchAll(/<track>|<\/clipitem>/g)];
  const place = places[at % Math.max(1, places.length)];
  if (place === undefined) return null;
  const index = place.index + place[0].length;
  const before = document.slice(0, index);
  const after = document.slice(index);
  if (/^\s*<transitionitem>/.test(after)) return null;
  return before + textOf({ at, ...element }) + after;
}

const clipsOf = ({ tracks, media }: Timeline): string[] => {
  const names = new Map(media.map(({ mediaId, fileName }) => [mediaId, fileName]));
  const placements = tracks.flatMap((track) => placementsOfTrack(track));
  return placements
    .map(({ startFrame, clip }) =>
      [startFrame, names.get(clip.mediaId), clip.sourceStartFrame, clip.durationFrames].join(' '),
    )
    .toSorted();
};

test('An element at any place of a track is named, and the clips stay as they are', (context) => {
  skipFor(reasonWithoutOracle('dtd/xmeml_v4.dtd'), context);
  const names = elementNames();
  // A transition of a clip is part of the clip.
  const candidates = names.filter((name) => name !== 'transitionitem');
  const element = fc.record({
    name: fc.constantFrom(...candidates),
    start: fc.nat(1000),
    length: fc.integer({ min: 1, max: 500 }),
    wrapper: fc.option(fc.constantFrom('compound', 'spine', 'storyline'), { freq: 4 }),
    at: fc.nat(40),
  });
  let insertedCount = 0;
  fc.assert(
    fc.property(timelineArbitrary, element, (timeline, one) => {
      const document = writeXmeml(timeline);
      const text = inserted(document, one);
      if (text === null) return;
      insertedCount += 1;
      const read = readXmeml(text);
      const found = { startFrame: one.start, durationFrames: one.length };
      expect(read.itemsWithoutMedia).toMatchObject([found]);
      expect(clipsOf(read)).toEqual(clipsOf(readXmeml(document)));
      expect(() => checkTimeline(read)).not.toThrow();
    }),
    roundTripRuns,
  );
  expect(insertedCount).toBeGreaterThan(roundTripRuns.numRuns / 3);
});
