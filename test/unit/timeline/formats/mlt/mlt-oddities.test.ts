import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import { checkTimeline } from '../../../../../src-timeline/model/check-timeline.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { roundTripRuns } from '../round-trip-runs.ts';
import { kdenliveProject, producerXml, shotcutProject } from './mlt-documents.ts';

// Many documents are slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const programs = [
  ['Kdenlive', (text: string) => readKdenlive(text), kdenliveProject],
  ['Shotcut', (text: string) => readShotcut(text), shotcutProject],
] as const;

const film = (id: string): string =>
  producerXml(id, { mlt_service: 'avformat', resource: `${id}.mp4`, audio_index: -1 });
const entry = (id: string): string => `<entry producer="${id}" in="0" out="24"/>`;

const outline = (timeline: Timeline): readonly string[] => outlineTracks(timeline, ({ kind }) => kind);

const itemLines = ({ itemsWithoutMedia = [] }: Timeline): readonly string[] =>
  itemsWithoutMedia.map(
    ({ kind, name, startFrame, durationFrames, trackIndex }) =>
      `${kind} “${name}” ${String(startFrame)}+${String(durationFrames)} on ${String(trackIndex)}`,
  );

test('a fade that Kdenlive lets begin a frame early is read', (context) => {
  const sample = join('reports', 'kdenlive-time-before-zero', 'fade-begins-one-frame-early.kdenlive');
  skipFor(reasonWithoutOracle(sample), context);
  const timeline = readKdenlive(readFileSync(oraclePath(sample), 'utf8'));
  checkTimeline(timeline);
  const [first] = timeline.tracks.find(({ kind }) => kind === 'video')?.items ?? [];
  expect(first).toMatchObject({ durationFrames: 100, fades: { inFrames: 25, outFrames: 0 } });
});

test.for(programs)('a clip of %s that begins before zero begins at zero', ([, read, project]) => {
  const early = '<entry producer="b" in="00:00:-0.040" out="24"/>';
  const timeline = read(project([film('a'), film('b')], entry('a') + early + entry('a')));
  checkTimeline(timeline);
  expect(outline(timeline)).toEqual(['video: a.mp4@0+25 b.mp4@0+25 a.mp4@0+25']);
});

test.for(programs)('frames of %s with a decimal point are whole frames', ([, read, project]) => {
  const timeline = read(project([film('a')], '<entry producer="a" in="10.0" out="34,000"/>'));
  expect(outline(timeline)).toEqual(['video: a.mp4@10+25']);
});

test.for(programs)(
  'a clip of %s with a time that is none is named, and the others are read',
  ([, read, project]) => {
    const odd = '<entry producer="b" in="soon" out="24"/>';
    const timeline = read(project([film('a'), film('b')], entry('a') + odd + entry('a')));
    checkTimeline(timeline);
    expect(outline(timeline)).toEqual(['video: a.mp4@0+25 25 a.mp4@0+25']);
    expect(itemLines(timeline)).toEqual(['unreadable “b.mp4” 25+25 on 0']);
  },
);

test.for(programs)('a clip of %s without a length is named at its place', ([, read, project]) => {
  const empty = '<entry producer="b" in="9" out="4"/>';
  const timeline = read(project([film('a'), film('b')], entry('a') + empty + entry('a')));
  checkTimeline(timeline);
  expect(outline(timeline)).toEqual(['video: a.mp4@0+25 a.mp4@0+25']);
  expect(itemLines(timeline)).toEqual(['unreadable “b.mp4” 25+1 on null']);
});

test('a clip of Kdenlive that another covers is named', () => {
  const second = '<blank length="5"/><entry producer="b" in="0" out="9"/>';
  const timeline = readKdenlive(kdenliveProject([film('a'), film('b')], entry('a') + entry('a'), { second }));
  checkTimeline(timeline);
  expect(itemLines(timeline)).toEqual([expect.stringMatching(/^unreadable “b.mp4” /)]);
});

test.for(programs)('a project of %s without a size is read at 1920 × 1080', ([, read, project]) => {
  const text = project([film('a')], entry('a')).replace(' width="1920" height="1080"', '');
  expect(read(text)).toMatchObject({ width: 1920, height: 1080 });
});

test.for(programs)('a project of %s at no rate is refused', ([, read, project]) => {
  const text = project([film('a')], entry('a')).replace('frame_rate_num="25"', 'frame_rate_num="0"');
  expect(() => read(text)).toThrow('no profile with a frame rate');
});

const rounded = [
  ['2398', '100', 24_000],
  ['23976', '1000', 24_000],
  ['2997', '100', 30_000],
  ['4795', '100', 48_000],
  ['5994', '100', 60_000],
  ['11988', '100', 120_000],
] as const;

test.for(rounded)('%s/%s frames per second are the exact rate', ([numerator, denominator, exact]) => {
  for (const [, read, project] of programs) {
    const text = project([film('a')], entry('a'))
      .replace('frame_rate_num="25"', `frame_rate_num="${numerator}"`)
      .replace('frame_rate_den="1"', `frame_rate_den="${denominator}"`);
    expect(read(text).frameRate).toEqual({ numerator: exact, denominator: 1001 });
  }
});

/** Generates something that a playlist may hold, and whether it takes 25 frames of its time. */
const unknownParts = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9_.-]{0,12}$/).map((service) => ({
    producer: producerXml('x', { mlt_service: service, resource: 'x' }),
    text: entry('x'),
  })),
  fc.constantFrom('tractor', 'playlist', 'chain', 'multitrack', 'consumer', 'hologram').map((name) => ({
    producer: `<${name} id="x" in="0" out="24"/>`,
    text: entry('x'),
  })),
  fc
    .stringMatching(/^[a-z]{3,12}$/)
    .filter((name) => !['property', 'properties', 'filter', 'blank', 'entry'].includes(name))
    .map((name) => ({ producer: '', text: `<${name} length="5"/>` })),
  fc
    .constantFrom('in', 'out')
    .map((name) => ({ producer: film('x'), text: `<entry producer="x" ${name}="x"/>` })),
  fc.constant({ producer: '', text: '<entry/>' }),
  fc.constant({ producer: '', text: '<blank length="long"/>' }),
);

test.for(programs)('%s: anything unknown at any place of a playlist is named there', ([, read, project]) => {
  const sample = fc.record({ unknown: unknownParts, before: fc.nat({ max: 3 }), after: fc.nat({ max: 3 }) });
  fc.assert(
    fc.property(sample, ({ unknown, before, after }) => {
      const entries = [
        ...Array<string>(before).fill(entry('a')),
        unknown.text,
        ...Array<string>(after).fill(entry('a')),
      ];
      const timeline = read(project([film('a'), unknown.producer], entries.join('')));
      checkTimeline(timeline);
      const clips = timeline.tracks.flatMap(({ items }) => items.filter(({ kind }) => kind === 'clip'));
      const named = (timeline.itemsWithoutMedia ?? []).filter(({ startFrame }) => startFrame === before * 25);
      const isKept = clips.length === before + after + 1;
      expect(clips.length).toBeGreaterThanOrEqual(before + after);
      expect(isKept || named.length === 1).toBe(true);
    }),
    roundTripRuns,
  );
});
