import { expect, test } from 'vitest';
import type { Clip, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { A, B, C, clipsOn, merged, namesOf, zoom } from './piece-cuts.ts';
import { cutOf } from './scene-cuts.ts';

const cutWith = (frames: number, more: Partial<Clip>): Timeline =>
  cutOf([A, { ...B, picture: 'film', voice: '', frames, more: { sourceStartFrame: 30, ...more } }, C]);
const played = (more: Partial<Clip>): Timeline => cutWith(100, more);
const held = (frames: number, more: Partial<Clip>): Timeline =>
  cutWith(frames, { speed: 1 / frames, ...more });
const marked = (frame: number, name = 'Here'): Partial<Clip> => ({ markers: [{ frame, name, note: '' }] });

test.each<readonly [string, Record<'base' | 'ours' | 'theirs', Timeline>, Partial<Clip>]>([
  [
    'the project’s zoom over a held frame that the editor holds longer',
    {
      base: held(50, zoom([0, 1], [49, 2])),
      ours: held(80, zoom([0, 1], [49, 2])),
      theirs: held(50, zoom([0, 1], [49, 3])),
    },
    { durationFrames: 80, speed: 1 / 80, ...zoom([0, 1], [49, 3]) },
  ],
  [
    'the editor’s zoom over a held frame that the project holds longer',
    {
      base: held(50, zoom([0, 1], [49, 2])),
      ours: held(50, zoom([0, 1], [49, 3])),
      theirs: held(80, zoom([0, 1], [49, 2])),
    },
    { durationFrames: 80, speed: 1 / 80, ...zoom([0, 1], [49, 3]) },
  ],
  [
    'the project’s zoom over a clip that the editor froze',
    {
      base: played(zoom([0, 1], [99, 2])),
      ours: held(100, zoom([0, 1], [99, 2])),
      theirs: played(zoom([0, 1], [99, 3])),
    },
    { durationFrames: 100, speed: 1 / 100, ...zoom([0, 1], [99, 3]) },
  ],
  [
    'the project’s zoom over a clip that the editor froze at a later frame',
    {
      base: played(zoom([0, 1], [99, 2])),
      ours: held(100, { sourceStartFrame: 80, ...zoom([0, 1], [99, 2]) }),
      theirs: played(zoom([0, 1], [99, 3])),
    },
    { sourceStartFrame: 80, speed: 1 / 100, ...zoom([0, 1], [99, 3]) },
  ],
  [
    'the project’s marker in a held frame that the editor holds longer',
    { base: held(50, {}), ours: held(80, {}), theirs: held(50, marked(40)) },
    { durationFrames: 80, ...marked(40) },
  ],
  [
    'the project’s name of a marker in a held frame that the editor holds longer',
    { base: held(50, marked(40)), ours: held(80, marked(40)), theirs: held(50, marked(40, 'Now')) },
    { durationFrames: 80, ...marked(40, 'Now') },
  ],
  [
    'the project’s name of a marker in a clip that the editor froze',
    { base: played(marked(71)), ours: held(100, marked(71)), theirs: played(marked(71, 'Now')) },
    { durationFrames: 100, ...marked(71, 'Now') },
  ],
])('takes %s at its frames', (_, cuts, expected) => {
  const { cut, conflicts } = merged(cuts);
  expect(namesOf(conflicts)).toEqual([]);
  expect(clipsOn('Pictures', cut)[1]).toMatchObject(expected);
});
