import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import type { Edit } from '../../../../src-timeline/diff/edit.ts';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import type { MergeResult } from '../../../../src-timeline/merge/merge-types.ts';
import { checkTimeline } from '../../../../src-timeline/model/check-timeline.ts';
import { clipsOfTracks, endFrameOf, placementsOfTrack } from '../../../../src-timeline/model/placement.ts';
import { type Timeline, trackDurationFrames } from '../../../../src-timeline/model/timeline.ts';
import { linesOf } from './cut-lines.ts';
import { type TwiceEditedCut, twiceEditedCuts } from './twice-edited-cuts.ts';

/** Uses a fixed seed. `DAILIES_MERGES=1000` merges that many cuts. */
const runs = { numRuns: Number(process.env['DAILIES_MERGES'] ?? 100), seed: 7 };

test('leaves a cut as it is where the other side changed nothing', () => {
  fc.assert(
    fc.property(twiceEditedCuts(true), ({ base, ours, theirs }) => {
      expect(mergeCuts({ base, ours, theirs: base }).cut).toEqual(ours);
      expect(mergeCuts({ base, ours: base, theirs }).cut).toEqual(theirs);
      // A different name alone prevents the shortcut for unchanged cuts.
      const renamed = { ...base, name: 'Another name' };
      const mine = mergeCuts({ base, ours, theirs: renamed });
      const other = mergeCuts({ base, ours: renamed, theirs });
      expect(linesOf(mine.cut)).toEqual(linesOf(ours));
      expect(linesOf(other.cut)).toEqual(linesOf(theirs));
      expect([...mine.conflicts, ...mine.carried, ...other.conflicts, ...other.notCarried]).toEqual([]);
    }),
    runs,
  );
});

test('merges two equal edits without new files into the same edit, and asks nothing', () => {
  fc.assert(
    fc.property(twiceEditedCuts(true), ({ base, ours }) => {
      fc.pre(ours.media.every(({ mediaId }) => base.media.some((one) => one.mediaId === mediaId)));
      const { cut, conflicts, notCarried } = mergeCuts({
        base,
        ours,
        theirs: { ...ours, name: 'Another name' },
      });
      expect(linesOf(cut)).toEqual(linesOf(ours));
      expect([...conflicts, ...notCarried]).toEqual([]);
    }),
    runs,
  );
});

const placeless = new Set<Edit['kind']>(['moved', 'marker', 'format-loss']);

const numberIn = (text: string): string | undefined => /\d+/.exec(text)?.[0];

/** Returns the number of the edited scene, from the name of its media or its text. */
const numberOf = ({ fileName, message }: Edit): string | undefined =>
  numberIn(`${fileName} ${String(message.parameters['text'] ?? '')}`);

/** Returns the effect of an edit whatever its final place; null for logos, which stay with their scene. */
function factOf(edit: Edit): string | null {
  const { kind, trackKinds, message } = edit;
  const number = numberOf(edit);
  const { newName = '', text = '', newText = '' } = message.parameters;
  if (placeless.has(kind) || number === undefined) return null;
  return [kind, trackKinds[0], number, newName, text, newText].join(' ');
}

/** Returns the effects of all edits. Counts a replacement also as a removal and an addition. */
function factsOf(before: Timeline, after: Timeline): readonly string[] {
  const { edits } = diffCuts(before, after);
  const apart = edits.flatMap((edit) => {
    if (edit.kind !== 'replaced') return [];
    const [kind] = edit.trackKinds;
    const added = numberIn(edit.newFileName);
    return [
      `removed ${String(kind)} ${String(numberOf(edit))}   `,
      `added ${String(kind)} ${String(added)}   `,
    ];
  });
  return [...edits.flatMap((edit) => factOf(edit) ?? []), ...apart];
}

/**
 * Returns edits that are neither in the merged cut nor in a list. Other edits of a picture remain beside the side that
 * replaced it. The range and speed of a replaced picture have no meaning for its replacement.
 */
function lostEdits(cuts: TwiceEditedCut): readonly string[] {
  const { base, ours, theirs } = cuts;
  const { cut, conflicts, notCarried } = mergeCuts(cuts);
  const found = new Set([base, ours, theirs].flatMap((one) => factsOf(one, cut)));
  const listed = new Set([...conflicts, ...notCarried].map(({ subject }) => numberIn(subject)));
  const isReplaced = (number: string | undefined): boolean =>
    [...found].some((fact) => fact.startsWith(`replaced video ${String(number)} `));
  return [ours, theirs]
    .flatMap((one) => diffCuts(base, one).edits)
    .filter((edit) => !listed.has(numberOf(edit)))
    .filter((edit) => !['slipped', 'retimed'].includes(edit.kind) || !isReplaced(numberOf(edit)))
    .flatMap((edit) => factOf(edit) ?? [])
    .filter((fact) => !found.has(fact));
}

test('has every edit of both sides in the cut or in its lists', () => {
  fc.assert(
    fc.property(twiceEditedCuts(false), (cuts) => {
      expect(lostEdits(cuts)).toEqual([]);
    }),
    runs,
  );
});

test('makes sound cuts, loses no media, and asks seldom', () => {
  let changes = 0;
  let conflicting = 0;
  fc.assert(
    fc.property(twiceEditedCuts(true), (cuts) => {
      const { cut, carried, conflicts } = mergeCuts(cuts);
      checkTimeline(cut);
      const names = new Set(cut.media.map(({ fileName }) => fileName));
      for (const { fileName } of [...cuts.ours.media, ...cuts.theirs.media])
        expect(names).toContain(fileName);
      changes += carried.length + conflicts.length;
      conflicting += conflicts.length;
    }),
    runs,
  );
  expect(conflicting / changes).toBeLessThan(0.3);
});

test('shows both pictures wherever both are chosen, and moves nothing', () => {
  let shown = 0;
  fc.assert(
    fc.property(twiceEditedCuts(true), (cuts) => {
      const undecided = mergeCuts(cuts);
      const both = undecided.conflicts.filter(({ mayTakeBoth }) => mayTakeBoth);
      const { cut } = mergeCuts(cuts, { decisions: new Map(both.map(({ id }) => [id, 'both'])) });
      checkTimeline(cut);
      shown += both.length;
      const lengths = [undecided.cut, cut].map(({ tracks }) => tracks.map(trackDurationFrames));
      expect(lengths[1]).toEqual(lengths[0]);
      const clips = [undecided.cut, cut].map(({ tracks }) => clipsOfTracks(tracks).length);
      expect(clips[1]).toBeGreaterThanOrEqual((clips[0] ?? 0) + both.length);
    }),
    // More runs, because both sides seldom replace the same picture.
    { ...runs, numRuns: 5 * runs.numRuns },
  );
  expect(shown).toBeGreaterThan(0);
});

/** Frames without a picture before the last one. */
function blackOf({ tracks: [pictures] }: Timeline): number {
  const gaps = (pictures?.items ?? []).filter(({ kind }) => kind === 'gap');
  return gaps.reduce((sum, { durationFrames }) => sum + durationFrames, 0);
}

/** Frames of other clips after the last picture. */
function overhangOf({ tracks: [pictures, ...others] }: Timeline): number {
  return Math.max(0, ...others.map(trackDurationFrames)) - (pictures ? trackDurationFrames(pictures) : 0);
}

/** Returns the cut for every decision alike. */
const decidedCuts = (cuts: TwiceEditedCut): readonly MergeResult[] => {
  const undecided = mergeCuts(cuts);
  const decisions = new Map(undecided.conflicts.map(({ id }) => [id, 'theirs'] as const));
  return [undecided, mergeCuts(cuts, { decisions })];
};

test('adds no black, plays nothing after the last picture, and merges the same cuts alike', () => {
  fc.assert(
    fc.property(twiceEditedCuts(true), (cuts) => {
      for (const { cut } of decidedCuts(cuts)) {
        expect(blackOf(cut)).toBeLessThanOrEqual(blackOf(cuts.ours) + blackOf(cuts.theirs));
        const overhangs = [cuts.ours, cuts.theirs].map(overhangOf);
        expect(overhangOf(cut)).toBeLessThanOrEqual(Math.max(0, ...overhangs));
      }
      expect(decidedCuts(cuts)).toEqual(decidedCuts(cuts));
    }),
    runs,
  );
});

/** Returns the sound and its frame at which each caption starts; nothing for captions without sound. */
function soundsOfWords({ tracks, captionTracks }: Timeline): ReadonlyMap<string, string> {
  const speech = tracks.filter(({ role }) => role === 'dialogue').flatMap(placementsOfTrack);
  const captions = captionTracks.flatMap((track) => track.captions);
  return new Map(
    captions.flatMap(({ startFrame, lines }) => {
      const sound = speech.find((one) => one.startFrame <= startFrame && startFrame < endFrameOf(one));
      const frame = startFrame - (sound?.startFrame ?? 0) + (sound?.clip.sourceStartFrame ?? 0);
      return sound ? [[lines.join(' '), `${sound.clip.name} ${String(frame)}`] as const] : [];
    }),
  );
}

test('keeps words over the sound that either side has them over, or asks about them', () => {
  fc.assert(
    fc.property(twiceEditedCuts(true), (cuts) => {
      const sides = [cuts.ours, cuts.theirs].map(soundsOfWords);
      for (const { cut, conflicts } of decidedCuts(cuts)) {
        const asked = conflicts
          .filter(({ field }) => field === 'captions')
          .map(({ subject }) => numberIn(subject));
        for (const [words, sound] of soundsOfWords(cut))
          if (!asked.includes(numberIn(words))) expect(sides.map((side) => side.get(words))).toContain(sound);
      }
    }),
    runs,
  );
});
