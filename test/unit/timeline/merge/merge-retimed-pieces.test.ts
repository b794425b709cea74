import { expect, test } from 'vitest';
import type { Clip, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { A, B, C, clipsOn, cutApart, levels, merged, namesOf, withItems, zoom } from './piece-cuts.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const film: Scene = { ...B, picture: 'film', voice: '' };
const cutWith = (more: Partial<Clip>): Timeline => cutOf([A, { ...film, more }, C]);
const marked = (frame: number, name = 'Here'): Partial<Clip> => ({ markers: [{ frame, name, note: '' }] });

/** Splits the film of a cut into two halves and retimes the second. The speed must leave it some frames. */
function withSecondHalfAt(
  speed: number,
  base: Timeline,
  first: Partial<Clip>,
  second: Partial<Clip>,
): Timeline {
  return withItems(base, 'Pictures', 1, (clip) => {
    const [one, other] = cutApart(50)(clip);
    if (!one || !other) return [];
    return [
      { ...one, ...first },
      { ...other, speed, durationFrames: Math.round(50 / speed), ...second },
    ];
  });
}

const ramp = zoom([0, 1], [100, 2]);
const steeper = zoom([0, 1], [100, 3]);

test.each([
  ['go with the media', 2, zoom([0, 1.5], [25, 2]), zoom([0, 2], [25, 3])],
  ['stay where they are in the clip', 2, zoom([0, 1.5], [50, 2]), zoom([0, 2], [25, 3])],
  ['go with the media that is slowed down', 0.5, zoom([0, 1.5], [100, 2]), zoom([0, 2], [100, 3])],
])('takes no zoom for changed whose keyframes %s in a piece at another speed', (_, speed, kept, expected) => {
  const base = cutWith(ramp);
  const ours = withSecondHalfAt(speed, base, zoom([0, 1], [49, 1.49]), kept);
  const { cut, conflicts, carried } = merged({ base, ours, theirs: cutWith(steeper) });
  expect(namesOf(conflicts)).toEqual([]);
  expect(namesOf(carried)).toEqual(['motion clip 1']);
  const [, first, second] = clipsOn('Pictures', cut);
  expect(first).toMatchObject(zoom([0, 1], [49, 1.98]));
  expect(second).toMatchObject({ speed, ...expected });
});

test('asks about a zoom that the editor changed in a piece at another speed', () => {
  const base = cutWith(ramp);
  const ours = withSecondHalfAt(2, base, zoom([0, 1], [49, 1.49]), zoom([0, 1.5], [25, 1.7]));
  const { conflicts } = merged({ base, ours, theirs: cutWith(steeper) });
  expect(namesOf(conflicts)).toEqual(['motion clip 1.50']);
});

test('finds a marker again in a piece at another speed, and takes its new name', () => {
  const base = cutWith(marked(71));
  for (const [speed, kept] of [
    [2, 11],
    [2, 10],
    [2, 21],
    [0.5, 42],
  ] as const) {
    const ours = withSecondHalfAt(speed, base, { markers: [] }, marked(kept));
    const { cut, conflicts } = merged({ base, ours, theirs: cutWith(marked(71, 'Now')) });
    expect(namesOf(conflicts)).toEqual([]);
    expect(clipsOn('Pictures', cut)[2]).toMatchObject(marked(speed === 2 ? 11 : 42, 'Now'));
  }
});

test('compares a piece that is played backwards with what the delivered clip has there', () => {
  const base = cutWith(zoom([0, 1], [49, 1], [50, 2], [99, 2]));
  const reversed = { ...zoom([0, 2]), isReversed: true };
  const ours = withSecondHalfAt(1, base, zoom([0, 1]), reversed);
  const theirs = cutWith(zoom([0, 1], [49, 1], [50, 3], [99, 3]));
  const { cut, conflicts } = merged({ base, ours, theirs });
  expect(namesOf(conflicts)).toEqual([]);
  expect(clipsOn('Pictures', cut)[2]).toMatchObject({ isReversed: true, ...zoom([0, 3]) });
});

test('gives a whole clip at another speed the project’s levels at the same words', () => {
  const voiced = (voiceMore: Partial<Clip>): Timeline => cutOf([A, { ...B, voiceMore }, C]);
  const base = voiced(levels([0, 0], [60, 0], [62, -60]));
  const fast = { speed: 2, durationFrames: 50 };
  const ours = withItems(base, 'Speech', 1, (voice) => [
    { ...voice, ...fast, ...levels([0, 0], [30, 0], [31, -60]) },
    { kind: 'gap', durationFrames: 50 },
  ]);
  const { cut, conflicts } = merged({ base, ours, theirs: voiced(levels([0, 0], [40, 0], [41, -60])) });
  expect(namesOf(conflicts)).toEqual([]);
  expect(clipsOn('Speech', cut)[1]).toMatchObject({ ...fast, ...levels([0, 0], [20, 0], [21, -60]) });
});

test('keeps keyframes at whole frames where a clip at another speed is cut between two of them', () => {
  const base = cutWith({ sourceStartFrame: 100, ...zoom([0, 1], [99, 2]) });
  const fastFrom = (sourceStartFrame: number, durationFrames: number, more: Partial<Clip>): Timeline =>
    withItems(base, 'Pictures', 1, (clip) => [
      { ...clip, speed: 2, sourceStartFrame, durationFrames, ...more },
      { kind: 'gap', durationFrames: 100 - durationFrames },
    ]);
  const ours = fastFrom(111, 45, { ...zoom([0, 1.1], [40, 2]), ...marked(10) });
  const theirs = fastFrom(100, 50, zoom([0, 1], [20, 3], [49, 1]));
  const { cut } = merged({ base, ours, theirs }, { 'cut clip 1': 'theirs' });
  expect(clipsOn('Pictures', cut)[1]).toMatchObject({
    ...{ sourceStartFrame: 100, speed: 2, durationFrames: 50 },
    ...zoom([6, 1.1], [46, 2]),
    ...marked(16),
  });
});
