import { expect, test } from 'vitest';
import type { Clip, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { A, B, C, clipsOn, levels, merged, namesOf, withItems, zoom } from './piece-cuts.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const film: Scene = { ...B, picture: 'film', voice: '' };
const cutWith = (more: Partial<Clip>): Timeline => cutOf([A, { ...film, more }, C]);
const marked = (frame: number): Partial<Clip> => ({ markers: [{ frame, name: 'Here', note: '' }] });

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
    sourceStartFrame: 100,
    speed: 2,
    durationFrames: 50,
    ...zoom([6, 1.1], [46, 2]),
    ...marked(16),
  });
});
