import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { diffCuts } from '../../../../../src-shared/timeline/diff/diff-cuts.ts';
import type { Edit, EditKind } from '../../../../../src-shared/timeline/diff/edit.ts';
import { type Loss, losses } from '../../../../../src-shared/timeline/losses.ts';
import type { TimelineFormat } from '../../../../../src-shared/timeline/timeline.ts';
import { writtenAndRead } from '../document-formats.ts';
import { timelineArbitrary } from '../timeline-arbitrary.ts';
import { editedCuts, type EditedCut, editKinds } from './random-edits.ts';

// Many documents: slow only where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const wanted = process.env['DAILIES_EDITS'];
/** Samples that are the same every time; `DAILIES_EDITS=1000` compares so many, and so many in each format. */
const runs = { numRuns: Number(wanted ?? 150), seed: 11 };
const runsOfFormat = { numRuns: Number(wanted ?? 50), seed: 11 };

/**
 * What may be reported either way, and how both ways are made one here:
 * 1. Uses of one still differ by their place alone: `subjectOf` names stills by their file, not their scene.
 * 2. A before B is B after A: of scenes put in another order, as few as can be are reported as moved (`ordersOf`).
 * 3. A hole beside a cut may be what that cut left or a hole of its own: all lengths but those of holes of their own
 *    are multiples of ten, and shifts are compared by what is beyond (`shiftOf`).
 * 4. A still has no first frame: what is taken off it is taken off its end (the generator says so).
 * 5. What is removed beside something added was replaced by it (the generator makes no such pairs).
 * 6. A hole beside a scene that moved may be part of its move: in such cuts shifts are not compared.
 * 7. A format without captions has no words to tell by what a new picture stands for where others came, went or moved,
 *    and which use of a still was moved: such cuts are not made for it.
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

/** Shifts are compared where no scene was moved alone. */
const isCompared =
  ({ moves }: EditedCut) =>
  (line: string): boolean =>
    moves === 0 || !line.startsWith('shifted');

const linesOf = (edits: readonly Edit[]): readonly string[] =>
  edits.flatMap((edit) => sameness(edit) ?? []).toSorted();

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
      const isTold = isCompared(cut);
      expect(linesOf(edits).filter(isTold)).toEqual(cut.expected.filter(isTold));
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

/** The edits that a loss takes, by the word their lines begin with. */
const takenBy: Partial<Record<Loss, string>> = {
  ...{ MARKERS: 'marker', CAPTIONS: 'caption', DISABLED_CLIPS: 'disabled' },
  ...{ MOTION: 'motion', LEVELS: 'level' },
};

/** The effects that are made are Kdenlive's. */
const isKept = (line: string, format: TimelineFormat): boolean => {
  const [word] = line.split(' ');
  if (word === 'effect') return format === 'KDENLIVE';
  return losses[format].every((loss) => takenBy[loss] !== word);
};

const cutsFor = (format: TimelineFormat): fc.Arbitrary<EditedCut> =>
  editedCuts.filter(({ moves, kinds, repeatsMedia }) => {
    const makesRoom = kinds.some((kind) => ['added', 'removed', 'split', 'moved'].includes(kind));
    const isUnclear =
      (kinds.includes('replaced') && makesRoom) || (moves > 0 && (repeatsMedia || kinds.includes('gap')));
    return !isUnclear || !losses[format].includes('CAPTIONS');
  });

const isEdit = ({ kind }: Edit): boolean => kind !== 'format-loss';

test.each(Object.keys(losses) as TimelineFormat[])('tells edits back from %s documents', (format) => {
  fc.assert(
    fc.property(cutsFor(format), (cut) => {
      const { before, after, sceneStarts, expected } = cut;
      const options = { sceneStarts, formats: [format] };
      const found = diffCuts(before, writtenAndRead(after, format), options).edits.filter(isEdit);
      const isTold = isCompared(cut);
      const kept = expected.filter((line) => isTold(line) && isKept(line, format));
      expect(linesOf(found).filter(isTold)).toEqual(kept);
      expect(diffCuts(before, writtenAndRead(before, format), options).edits.filter(isEdit)).toEqual([]);
    }),
    runsOfFormat,
  );
});

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
