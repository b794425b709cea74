import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffCuts } from '../../../../../src-shared/timeline/diff/diff-cuts.ts';
import type { Edit, EditKind } from '../../../../../src-shared/timeline/diff/edit.ts';
import { timelineArbitrary } from '../timeline-arbitrary.ts';
import { editedCuts, type EditedCut, editKinds } from './random-edits.ts';

/** A sample that is the same every time; `DAILIES_EDITS=1000` compares so many. */
const runs = { numRuns: Number(process.env['DAILIES_EDITS'] ?? 150), seed: 11 };

/**
 * What may be reported either way, and how both ways are made one here:
 * 1. Uses of one still differ by their place alone: `subjectOf` names stills by their file, not their scene.
 * 2. A before B is B after A: of scenes put in another order, as few as can be are reported as moved (`ordersOf`).
 * 3. A hole beside a cut may be what that cut left or a hole of its own: all lengths but those of holes of their own
 *    are multiples of ten, and shifts are compared by what is beyond (`shiftOf`).
 * 4. A still has no first frame: what is taken off it is taken off its end (the generator says so).
 * 5. What is removed beside something added was replaced by it (the generator makes no such pairs).
 * 6. A hole beside a scene that moved may be part of its move: in such cuts shifts are not compared.
 */

const shiftOf = (frames: number): string => `shifted ${String(((frames % 10) + 10) % 10)}`;

/** Pictures by their scene, stills and sound by their file: uses of a still differ in their place alone. */
function subjectOf({ fileName, scene, trackKinds }: Edit): string {
  const id = fileName.replace(/\.\w+$/, '');
  return fileName.endsWith('.mp4') && trackKinds[0] === 'video' ? `scene ${String(scene)}` : id;
}

const kindsOf = ({ trackKinds }: Edit): string => trackKinds.join('+');

type Write<Kind extends EditKind> = (edit: Extract<Edit, { kind: Kind }>) => string | null;

/** The parts of an edit that the generator writes down, after its kind and its subject. */
const parts: { readonly [Kind in EditKind]: Write<Kind> } = {
  removed: kindsOf,
  added: kindsOf,
  moved: ({ how, byFrames }) => (how === 'order' ? null : shiftOf(byFrames)),
  trimmed: (edit) => `${kindsOf(edit)} ${String(edit.headFrames)} ${String(edit.tailFrames)}`,
  slipped: (edit) => `${kindsOf(edit)} ${String(edit.byFrames)}`,
  split: (edit) => `${kindsOf(edit)} ${String(edit.pieces.length)}`,
  joined: (edit) => `${kindsOf(edit)} ${String(edit.pieces.length)}`,
  replaced: ({ newFileName }) => newFileName,
  retimed: ({ oldSpeed, newSpeed }) => `${String(oldSpeed)} ${String(newSpeed)}`,
  level: ({ byDb }) => String(byDb),
  motion: () => '',
  effect: ({ change, names }) => `${change} ${names.join(' ')}`,
  transition: ({ newStyle }) => String(newStyle),
  caption: ({ newText }) => `caption ${newText}`,
  disabled: ({ isDisabled }) => String(isDisabled),
  marker: ({ change, message }) => `marker ${change} ${String(message.parameters['name'])}`,
  'format-loss': ({ loss }) => loss,
};

const withoutSubject = new Set<EditKind>(['moved', 'caption', 'marker']);

/** An edit as the generator writes it down; null for scenes in another order. */
function sameness(edit: Edit): string | null {
  const write = parts[edit.kind] as Write<EditKind>;
  const written = write(edit);
  if (written === null || withoutSubject.has(edit.kind)) return written;
  return `${edit.kind} ${subjectOf(edit)} ${written}`.trim();
}

const foundIn = (cut: EditedCut): readonly Edit[] =>
  diffCuts(cut.before, cut.after, { sceneStarts: cut.sceneStarts }).edits;

/** Scenes in the order of the pictures, those gone and those reported as moved left out. */
function ordersOf({ before, after }: EditedCut, moved: ReadonlySet<string>): readonly (readonly string[])[] {
  const idsOf = ({ tracks }: typeof before): readonly string[] =>
    (tracks[0]?.items ?? []).flatMap((item) => (item.kind === 'clip' ? [item.mediaId] : []));
  const sets = [before, after].map((one) => new Set(idsOf(one)));
  const isKept = (id: string): boolean => sets.every((ids) => ids.has(id)) && !moved.has(id);
  return [before, after].map((one) => idsOf(one).filter(isKept));
}

test('tells random edits back', () => {
  fc.assert(
    fc.property(editedCuts, (cut) => {
      const edits = foundIn(cut);
      const isTold = (line: string): boolean => cut.moves === 0 || !line.startsWith('shifted');
      const found = edits.flatMap((edit) => sameness(edit) ?? []).toSorted();
      expect(found.filter(isTold)).toEqual(cut.expected.filter(isTold));
      const moved = edits.filter((edit) => edit.kind === 'moved' && edit.how === 'order');
      expect(moved.length).toBeLessThanOrEqual(cut.moves);
      if (cut.repeatsMedia) return;
      const [before, after] = ordersOf(
        cut,
        new Set(moved.map(({ fileName }) => fileName.replace(/\.\w+$/, ''))),
      );
      expect(withoutRepeats(after)).toEqual(withoutRepeats(before));
    }),
    runs,
  );
});

const withoutRepeats = (ids: readonly string[] = []): readonly string[] =>
  ids.filter((id, index) => id !== ids[index - 1]);

test('finds nothing to tell between a cut and itself', () => {
  fc.assert(
    fc.property(editedCuts, ({ after, before }) => {
      expect(diffCuts(after, after).edits).toEqual([]);
      expect(diffCuts(before, structuredClone(before)).edits).toEqual([]);
    }),
    { ...runs, numRuns: 50 },
  );
  fc.assert(
    fc.property(timelineArbitrary, (timeline) => {
      expect(diffCuts(timeline, structuredClone(timeline)).edits).toEqual([]);
    }),
    { ...runs, numRuns: 100 },
  );
});

test('makes every kind of edit one in twenty at least, and repeats media in half of the cuts', () => {
  const cuts = fc.sample(editedCuts, { ...runs, numRuns: 1000 });
  const kinds = cuts.flatMap((cut) => cut.kinds);
  for (const kind of editKinds)
    expect(kinds.filter((other) => other === kind).length / kinds.length, kind).toBeGreaterThan(0.05);
  expect(cuts.filter(({ repeatsMedia }) => repeatsMedia).length / cuts.length).toBeGreaterThan(0.5);
});
