import { expect, test } from 'vitest';
import type { Clip, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { linesOf } from './cut-lines.ts';
import { A, B, C, clipsOn, cutApart, delivered, levels, merged, namesOf, withItems } from './piece-cuts.ts';
import { cutOf } from './scene-cuts.ts';

const quieter = cutOf([A, { ...B, voiceMore: levels([0, -12]) }, C]);

/** Splits the delivered voice of the middle scene into pieces of 40, 30 and 30 frames, each with its own change. */
function voiceInPieces(...changes: readonly Partial<Clip>[]): Timeline {
  return withItems(delivered, 'Speech', 1, (voice) =>
    cutApart(40, 70)(voice).map((piece, index) => ({ ...piece, ...changes[index] })),
  );
}

const decibelsOf = (cut: Timeline): readonly (number | undefined)[] =>
  clipsOn('Speech', cut)
    .slice(1, -1)
    .map((clip) => clip.levels?.[0]?.levelDb);

test('asks about the one piece whose level the editor changed, and gives the others the project’s', () => {
  const ours = voiceInPieces({}, levels([0, -6]), {});
  const { cut, conflicts, carried } = merged({ ours, theirs: quieter });
  expect(decibelsOf(cut)).toEqual([-12, -6, -12]);
  expect(namesOf(conflicts)).toEqual(['levels clip 4.40']);
  expect(namesOf(carried)).toEqual(['levels clip 4', 'levels clip 4.70']);
  const span = { startFrame: 140, endFrame: 170 };
  expect(conflicts[0]?.places).toEqual({ base: span, ours: span, theirs: span });
  const decided = merged({ ours, theirs: quieter }, { 'levels clip 4.40': 'theirs' });
  expect(decibelsOf(decided.cut)).toEqual([-12, -12, -12]);
});

test('lets pieces that the editor changed each in its way be decided on one by one', () => {
  const ours = voiceInPieces(levels([0, -3]), {}, levels([0, -6]));
  const cuts = { ours, theirs: quieter };
  const { cut, conflicts } = merged(cuts);
  expect(decibelsOf(cut)).toEqual([-3, -12, -6]);
  expect(namesOf(conflicts)).toEqual(['levels clip 4', 'levels clip 4.70']);
  expect(decibelsOf(merged(cuts, { 'levels clip 4': 'theirs' }).cut)).toEqual([-12, -12, -6]);
  expect(decibelsOf(merged(cuts, { 'levels clip 4.70': 'theirs' }).cut)).toEqual([-3, -12, -12]);
});

test('asks once about what the editor did to every piece alike', () => {
  const same = levels([0, -6]);
  const cuts = { ours: voiceInPieces(same, same, same), theirs: quieter };
  const { cut, conflicts } = merged(cuts);
  expect(linesOf(cut)).toEqual(linesOf(cuts.ours));
  expect(namesOf(conflicts)).toEqual(['levels clip 4']);
  expect(decibelsOf(merged(cuts, { 'levels clip 4': 'theirs' }).cut)).toEqual([-12, -12, -12]);
});

test('asks about each part of a piece by itself', () => {
  const ours = voiceInPieces({}, levels([0, -6]), { isDisabled: true });
  const theirs = cutOf([A, { ...B, voiceMore: { ...levels([0, -12]), isDisabled: true } }, C]);
  const { cut, conflicts } = merged({ ours, theirs });
  expect(namesOf(conflicts)).toEqual(['levels clip 4.40']);
  expect(decibelsOf(cut)).toEqual([-12, -6, -12]);
  expect(clipsOn('Speech', cut).map(({ isDisabled }) => isDisabled)).toEqual([
    ...[undefined, true, true, true, undefined],
  ]);
});

test('asks about the one piece of a project’s whose level both sides changed', () => {
  const ours = cutOf([A, { ...B, voiceMore: levels([0, -6]) }, C]);
  const theirs = voiceInPieces({}, levels([0, -12]), {});
  const { cut, conflicts } = merged({ ours, theirs });
  expect(decibelsOf(cut)).toEqual([-6, -6, -6]);
  expect(namesOf(conflicts)).toEqual(['levels clip 4.40']);
  const span = { startFrame: 140, endFrame: 170 };
  expect(conflicts[0]?.places).toEqual({ base: span, ours: span, theirs: span });
  const decided = merged({ ours, theirs }, { 'levels clip 4.40': 'theirs' });
  expect(decibelsOf(decided.cut)).toEqual([-6, -12, -6]);
});

test('asks about the pieces that both sides made alike one by one', () => {
  const ours = voiceInPieces({}, levels([0, -6]), levels([0, -3]));
  const theirs = voiceInPieces(levels([0, -12]), levels([0, -12]), {});
  const { cut, conflicts } = merged({ ours, theirs });
  expect(decibelsOf(cut)).toEqual([-12, -6, -3]);
  expect(namesOf(conflicts)).toEqual(['levels clip 4.40']);
});
