import { expect, test } from 'vitest';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import { itemsOfPlacements } from '../../../../src-timeline/model/placement.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { clip, stillMedia, videoTrack } from '../formats/sample-timelines.ts';
import { linesOf } from './cut-lines.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const delivered = cutOf(['a', 'b', 'c', 'd'].map((id): Scene => ({ id })));
const logo = stillMedia('logo');
const roll = stillMedia('roll');

interface Span {
  readonly media: typeof logo;
  readonly startFrame: number;
  readonly endFrame: number;
}

/** Lays clips over the pictures of the delivered cut, on one track. */
function withOverlays(...spans: readonly Span[]): Timeline {
  const placements = spans.map(({ media, startFrame, endFrame }) => ({
    startFrame,
    clip: clip(media, endFrame - startFrame),
  }));
  const [pictures, ...sounds] = delivered.tracks;
  const upper = videoTrack('Upper', ...itemsOfPlacements(placements));
  const media = new Set([...delivered.media, ...spans.map((span) => span.media)]);
  return { ...delivered, media: [...media], tracks: pictures ? [pictures, upper, ...sounds] : [] };
}

const logoAt = (startFrame: number): Span => ({ media: logo, startFrame, endFrame: startFrame + 20 });
const rollAt = (startFrame: number, endFrame: number): Span => ({ media: roll, startFrame, endFrame });
const upperOf = (cut: Timeline): readonly string[] =>
  linesOf(cut).filter((line) => line.startsWith('Upper: '));

test('keeps a clip that the project adds beside a logo that the editor removed', () => {
  const base = withOverlays(logoAt(105), logoAt(205));
  const { cut, carried, notCarried } = mergeCuts({
    base,
    ours: withOverlays(logoAt(205)),
    theirs: withOverlays(rollAt(140, 160), logoAt(205)),
  });
  expect(upperOf(cut)).toEqual(['Upper: roll 140+20 from 0', 'Upper: logo 205+20 from 0']);
  expect(carried.map(({ field, subject }) => `${field} ${subject}`)).toContain('added roll.png');
  expect(notCarried).toEqual([]);
});

test('keeps a clip that the editor adds beside a logo that the project removed, and asks nothing', () => {
  const base = withOverlays(logoAt(105));
  const { cut, carried, conflicts } = mergeCuts({
    base,
    ours: withOverlays(rollAt(140, 160)),
    theirs: { ...delivered, name: 'Without a logo' },
  });
  expect(upperOf(cut)).toEqual(['Upper: roll 140+20 from 0']);
  expect([carried, conflicts]).toEqual([[], []]);
});

test('keeps the clips that both sides add beside a logo that they removed', () => {
  const other = stillMedia('other');
  const { cut, conflicts } = mergeCuts({
    base: withOverlays(logoAt(105)),
    ours: withOverlays(rollAt(130, 150)),
    theirs: withOverlays({ media: other, startFrame: 160, endFrame: 190 }),
  });
  expect(upperOf(cut)).toEqual(['Upper: roll 130+20 from 0', 'Upper: other 160+30 from 0']);
  expect(conflicts).toEqual([]);
});

test('takes another logo at the time of the delivered one for its replacement', () => {
  const { cut, carried } = mergeCuts({
    base: withOverlays(logoAt(105)),
    ours: { ...withOverlays(logoAt(105)), name: 'Another name' },
    theirs: withOverlays(rollAt(110, 160)),
  });
  expect(upperOf(cut)).toEqual(['Upper: roll 110+50 from 0']);
  expect(carried.map(({ field }) => field)).toContain('media');
});

test('adds a scene, and replaces a picture, once where both sides did so with the same files', () => {
  const [a, b, c, x] = ['a', 'b', 'c', 'x'].map((id): Scene => ({ id })) as [Scene, Scene, Scene, Scene];
  const base = cutOf([a, b, c]);
  const ours = cutOf([a, x, { ...b, frames: 80 }, { ...c, picture: 'e' }]);
  const theirs = cutOf([a, x, b, { ...c, picture: 'e' }]);
  for (const cuts of [
    { ours, theirs },
    { ours: theirs, theirs: ours },
  ]) {
    const { cut, conflicts } = mergeCuts({ base, ...cuts });
    expect(linesOf(cut)).toEqual(linesOf(ours));
    expect(conflicts).toEqual([]);
  }
});

test('adds both scenes where the files of the sides have the same name and different content', () => {
  const [a, b, x] = ['a', 'b', 'x'].map((id): Scene => ({ id })) as [Scene, Scene, Scene];
  const added = cutOf([a, x, b]);
  const hashes = { ours: new Map([['x', 'one']]), theirs: new Map([['x', 'other']]) };
  const cuts = { base: cutOf([a, b]), ours: added, theirs: { ...added, name: 'Another name' } };
  const pictures = linesOf(mergeCuts(cuts, { hashes }).cut).filter((line) => line.startsWith('Pictures: x'));
  expect(pictures).toEqual(['Pictures: x-2 100+100 from 0', 'Pictures: x 200+100 from 0']);
});

test('keeps the uses that each side has of the same new file, unless they are at the same place', () => {
  const uses = (...starts: readonly number[]): Timeline =>
    withOverlays(...starts.map((startFrame) => rollAt(startFrame, startFrame + 20)));
  for (const [mine, other, all] of [
    [[110], [310], [110, 310]],
    [
      [10, 210],
      [210, 330],
      [10, 210, 330],
    ],
    [[110], [170], [110, 170]],
    [[110], [115], [110]],
  ] as const) {
    const { cut, carried, conflicts } = mergeCuts({
      base: delivered,
      ours: uses(...mine),
      theirs: uses(...other),
    });
    expect(upperOf(cut)).toEqual(all.map((startFrame) => `Upper: roll ${String(startFrame)}+20 from 0`));
    expect(carried.map(({ field }) => field)).toEqual(all.slice(mine.length).map(() => 'added'));
    expect(conflicts).toEqual([]);
  }
});

test('adds a scene of both sides at each of its places if these differ', () => {
  const [a, b, c, x] = ['a', 'b', 'c', 'x'].map((id): Scene => ({ id })) as [Scene, Scene, Scene, Scene];
  const base = cutOf([a, b, c]);
  const { cut } = mergeCuts({ base, ours: cutOf([x, a, b, c]), theirs: cutOf([a, b, x, c]) });
  const pictures = linesOf(cut).filter((line) => /^(Pictures|Speech): (voice-)?x/.test(line));
  expect(pictures).toEqual([
    'Pictures: x 0+100 from 0',
    'Pictures: x 300+100 from 0',
    'Speech: voice-x 0+100 from 0',
    'Speech: voice-x 300+100 from 0',
  ]);
});
