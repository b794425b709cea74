import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import type { Edit, EditKind } from '../../../../src-timeline/diff/edit.ts';
import { type Loss, losses } from '../../../../src-timeline/model/losses.ts';
import type { TimelineFormat } from '../../../../src-timeline/model/timeline.ts';
import { writtenAndRead } from '../formats/document-formats.ts';
import { timelineArbitrary } from '../formats/timeline-arbitrary.ts';
import { editedCuts, type EditedCut, editKinds } from './random-edits.ts';

// Reads and writes many documents, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const wanted = process.env['DAILIES_EDITS'];
/** Uses a fixed seed. `DAILIES_EDITS=1000` compares that many cuts, and as many in each format. */
const runs = { numRuns: Number(wanted ?? 150), seed: 11 };
const runsOfFormat = { numRuns: Number(wanted ?? 50), seed: 11 };

/**
 * Edits that have two valid descriptions, and how the test treats both as equal:
 * 1. Uses of the same still differ only in place: `subjectOf` names stills by their file, not their scene.
 * 2. A before B equals B after A: the comparison reports as few reordered scenes as possible as moved (`ordersOf`).
 * 3. A hole beside a cut may be left by that cut or independent. All lengths except those of independent holes are
 *    multiples of ten, and the test compares shifts modulo ten (`shiftOf`).
 * 4. A still has no first frame: the generator describes every trim of a still as a trim of its end.
 * 5. A removal beside an addition is a replacement: the generator makes no such pairs.
 * 6. A hole beside a moved scene may be part of its move: the test does not compare shifts in such cuts.
 * 7. Without captions, nothing identifies the subject of a new picture where others were added, removed or moved, or
 *    which use of a still was moved: the generator makes no such cuts for these formats.
 */

const shiftOf = (frames: number): string => `shifted ${String(((frames % 10) + 10) % 10)}`;

/** Names pictures by their scene, and stills and sounds by their file, because uses of a still differ only in place. */
function subjectOf({ fileName, scene, trackKinds }: Edit): string {
  const id = fileName.replace(/\.\w+$/, '');
  return fileName.endsWith('.mp4') && trackKinds[0] === 'video' ? `scene ${String(scene)}` : id;
}

const kindsOf = ({ trackKinds }: Edit): string => trackKinds.join('+');

type Write<Kind extends EditKind> = (edit: Extract<Edit, { kind: Kind }>) => string | null;

/** Formats the parts of an edit that the generator records, after its kind and subject. */
const parts: { readonly [Kind in EditKind]: Write<Kind> } = {
  removed: kindsOf,
  added: kindsOf,
  moved: ({ how, byFrames }) => (how === 'order' ? null : shiftOf(byFrames)),
  trimmed: (edit) => `${kindsOf(edit)} ${String(edit.headFrames)} ${String(edit.tailFrames)}`,
  slipped: (edit) => `${kindsOf(edit)} ${String(edit.byFrames)}`,
  slid: ({ byFrames }) => String(byFrames),
  split: (edit) => `${kindsOf(edit)} ${String(edit.pieces.length)}`,
  joined: (edit) => `${kindsOf(edit)} ${String(edit.pieces.length)}`,
  replaced: ({ newFileName }) => newFileName,
  retimed: ({ oldSpeed, newSpeed }) => `${String(oldSpeed)} ${String(newSpeed)}`,
  level: ({ byDb }) => String(byDb),
  motion: () => '',
  effect: ({ change, names }) => `${change} ${names.join(' ')}`,
  transition: ({ newStyle }) => String(newStyle),
  caption: ({ newText }) => `caption ${newText}`,
  'caption-time': ({ part, byFrames }) => `${part} ${String(byFrames)}`,
  disabled: ({ isDisabled }) => String(isDisabled),
  marker: ({ change, message }) => `marker ${change} ${String(message.parameters['name'])}`,
  cut: ({ change }) => change,
  setting: ({ newValue }) => newValue,
  item: ({ change, itemKind }) => `${change} ${itemKind}`,
  'format-loss': ({ loss }) => loss,
};

const withoutSubject = new Set<EditKind>(['moved', 'caption', 'marker']);

/** Formats an edit as the generator does; null for scenes in another order. */
function sameness(edit: Edit): string | null {
  const write = parts[edit.kind] as Write<EditKind>;
  const written = write(edit);
  if (written === null || withoutSubject.has(edit.kind)) return written;
  return `${edit.kind} ${subjectOf(edit)} ${written}`.trim();
}

const foundIn = (cut: EditedCut): readonly Edit[] =>
  diffCuts(cut.before, cut.after, { sceneStarts: cut.sceneStarts }).edits;

/** True for lines to compare; excludes shifts if a scene was moved. */
const isCompared =
  ({ moves }: EditedCut) =>
  (line: string): boolean =>
    moves === 0 || !line.startsWith('shifted');

const linesOf = (edits: readonly Edit[]): readonly string[] =>
  edits.flatMap((edit) => sameness(edit) ?? []).toSorted();

/** Returns the scenes in picture order, without removed ones and those reported as moved. */
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

/** Edits that each loss removes, by the first word of their lines. */
const takenBy: Partial<Record<Loss, string>> = {
  MARKERS: 'marker',
  CAPTIONS: 'caption',
  DISABLED_CLIPS: 'disabled',
  MOTION: 'motion',
  LEVELS: 'level',
};

/** True if the format keeps the edit. All generated effects are Kdenlive's. */
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
