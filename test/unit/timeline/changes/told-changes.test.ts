import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyChanges } from '../../../../src-timeline/changes/apply-changes.ts';
import type { Change } from '../../../../src-timeline/changes/change.ts';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import type { Edit, EditKind } from '../../../../src-timeline/diff/edit.ts';
import { keyframesOfLevels, keyframesOfMotion, valuesAt } from '../../../../src-timeline/model/keyframes.ts';
import { isHeldFrame, placementsOfTrack } from '../../../../src-timeline/model/placement.ts';
import { type Clip, type Timeline, timelineDurationFrames } from '../../../../src-timeline/model/timeline.ts';
import { anyChange, bases, changeLists } from './random-changes.ts';

/** Uses a fixed seed. `DAILIES_TIMELINES=1000` tells that many cuts. */
const runs = { numRuns: Number(process.env['DAILIES_TIMELINES'] ?? 150), seed: 9 };

const toldIn = (base: Timeline, cut: Timeline): readonly Edit[] => diffCuts(base, cut).edits;

const rounded = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join(',');

/** Returns what a clip shows or sounds like at a frame of its own. */
function seenOf(clip: Clip, frame: number, media: Timeline['media']): string {
  const { speed = 1, isReversed, sourceStartFrame, durationFrames, motion, levels, fades, transition } = clip;
  const shown = isReversed === true ? durationFrames - 1 - frame : frame;
  const file = media.find(({ mediaId }) => mediaId === clip.mediaId);
  const isMoving = file?.kind !== 'still';
  const source = isHeldFrame(clip) ? 0 : Math.floor(shown * speed);
  return [
    file?.fileName,
    isMoving ? sourceStartFrame + source : '',
    motion ? rounded(valuesAt(keyframesOfMotion(motion), frame)) : '',
    rounded(valuesAt(keyframesOfLevels(levels ?? [{ frame: 0, levelDb: 0 }]), frame)),
    fades
      ? `${String(Math.min(frame, fades.inFrames))} ${String(Math.min(durationFrames - frame, fades.outFrames))}`
      : '',
    transition && frame < transition.durationFrames
      ? `${transition.style} ${String(transition.durationFrames)}`
      : '',
  ].join(' ');
}

/** Returns what a viewer sees, hears and reads at every frame, whatever clips it is cut from. */
function seenIn(cut: Timeline): readonly string[] {
  const frames = Array.from({ length: timelineDurationFrames(cut) }, (): string[] => []);
  for (const track of cut.tracks)
    for (const { startFrame, clip } of placementsOfTrack(track))
      if (clip.isDisabled !== true)
        for (let frame = 0; frame < clip.durationFrames; frame += 1)
          frames[startFrame + frame]?.push(`${track.kind} ${seenOf(clip, frame, cut.media)}`);
  for (const { languageCode, captions } of cut.captionTracks)
    for (const { startFrame, durationFrames, lines } of captions)
      for (let frame = startFrame; frame < startFrame + durationFrames; frame += 1)
        frames[frame]?.push(`${languageCode} ${lines.join(' ')}`);
  return frames.map((seen) => seen.toSorted().join('\n'));
}

const markersOf = ({ markers = [] }: Timeline): readonly string[] =>
  markers.map(({ frame, name, note }) => `${String(frame)} ${name} ${note}`);

test('something is told exactly if something is seen, heard, read or marked otherwise than before', () => {
  fc.assert(
    fc.property(bases, changeLists, (base, changes) => {
      const cut = applyChanges(base, changes);
      const isOther =
        seenIn(base).join('\n\n') !== seenIn(cut).join('\n\n') ||
        markersOf(base).join('\n') !== markersOf(cut).join('\n');
      const edits = toldIn(base, cut).filter(({ kind }) => kind !== 'split');
      if (isOther) expect(toldIn(base, cut)).not.toEqual([]);
      else expect(edits).toEqual([]);
    }),
    runs,
  );
});

/**
 * Kinds of edits that each kind of change may be told as. Removed or shorter scenes take captions and markers along. A
 * clip of at most half the scene, over no sound or words that stayed, is an addition beside a removal.
 */
const toldAs: Readonly<Record<Change['kind'], readonly EditKind[]>> = {
  replacePicture: ['replaced', 'retimed', 'removed', 'added', 'transition', 'trimmed'],
  frame: ['motion'],
  retime: ['retimed', 'slipped', 'trimmed', 'transition'],
  trim: ['trimmed', 'retimed', 'transition', 'caption', 'caption-time', 'removed', 'moved'],
  move: ['moved', 'transition'],
  remove: ['removed', 'marker', 'transition', 'moved'],
  add: ['added', 'retimed', 'transition'],
  duplicate: ['added', 'trimmed', 'caption', 'transition'],
  split: ['split'],
  join: ['trimmed', 'retimed', 'removed', 'transition'],
  revoice: ['replaced', 'added', 'trimmed', 'retimed', 'transition', 'removed', 'moved'],
  caption: ['caption'],
  level: ['level', 'disabled'],
  transition: ['transition'],
  note: ['marker'],
};

test('one change is told as what it is, and nothing else', () => {
  fc.assert(
    fc.property(bases, anyChange, (base, change) => {
      const kinds = toldIn(base, applyChanges(base, [change])).map(({ kind }) => kind);
      expect(kinds.filter((kind) => !toldAs[change.kind].includes(kind))).toEqual([]);
    }),
    { ...runs, numRuns: 3 * runs.numRuns },
  );
});
