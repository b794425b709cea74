import { describe, expect, test } from 'vitest';
import { applyChanges } from '../../../../src-timeline/changes/apply-changes.ts';
import { scenesOf } from '../../../../src-timeline/changes/scenes-of.ts';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { withNotes } from '../../../../src-timeline/diff/match/returned-markers.ts';
import { isNote, timelineFormats } from '../../../../src-timeline/model/timeline.ts';
import { writtenAndRead } from '../formats/document-formats.ts';
import { cutOfForms } from './random-changes.ts';

const form = {
  isVideo: false,
  tens: 10,
  hasVoice: true,
  isAudible: false,
  hasTransition: false,
  hasLogo: false,
  isMoving: false,
};
const base = cutOfForms([form, { ...form, isVideo: true }, form]);
const note = { kind: 'note', sceneId: '2', oldText: null, isDone: false } as const;
const signed = { ...note, frame: 12, text: 'Too dark: see take 2', author: 'Ada' };
const plain = { ...note, frame: 40, text: 'Logo here', author: null };
const yours = applyChanges(base, [signed, plain]);

const notesIn = (cut: typeof base) => (cut.markers ?? []).filter(isNote);

describe.each(timelineFormats)('By %s', (format) => {
  test('notes go out and come back as notes at their frames', () => {
    const returned = withNotes(writtenAndRead(yours, format), yours);
    const texts = notesIn(returned).map(({ frame, name, note }) => [frame, [name, note].join(' ').trim()]);
    expect(texts).toEqual([
      [112, 'Ada Too dark: see take 2'],
      [140, 'Logo here'],
    ]);
    expect(
      diffCuts(yours, returned, { formats: [format] }).edits.filter(({ kind }) => kind === 'marker'),
    ).toEqual([]);
  });
});

test('A note is at a frame of its scene, with its author, and begins no scene', () => {
  const [, second] = scenesOf(base, [signed, plain]);
  expect(second?.notes).toEqual([
    { frame: 12, text: 'Too dark: see take 2', author: 'Ada', isDone: false },
    { frame: 40, text: 'Logo here', author: null, isDone: false },
  ]);
  expect(diffCuts(yours, applyChanges(yours, [{ kind: 'remove', sceneId: '3' }])).edits[0]?.scene).toBe(3);
});

test('A note is changed, marked done and removed by its old text', () => {
  const changed = { ...plain, oldText: 'Logo here', text: 'Logo there', isDone: true };
  expect(scenesOf(base, [plain, changed])[1]?.notes).toEqual([
    { frame: 40, text: 'Logo there', author: null, isDone: true },
  ]);
  expect(applyChanges(base, [plain, { ...changed, text: '' }])).toEqual(base);
});

test('Notes move with their scenes', () => {
  const moved = applyChanges(base, [plain, { kind: 'move', sceneId: '2', afterSceneId: null }]);
  expect(notesIn(moved).map(({ frame }) => frame)).toEqual([40]);
});
