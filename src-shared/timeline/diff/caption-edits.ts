import { diffArrays } from 'diff';
import type { Caption, CaptionTrack } from '../timeline.ts';
import type { FrameSpan } from './edit.ts';
import type { TimeMap } from './time-map.ts';

/** A caption that was rewritten, added or removed. */
export interface CaptionEdit {
  readonly languageCode: string;
  readonly before: FrameSpan | null;
  readonly after: FrameSpan | null;
  readonly oldText: string;
  readonly newText: string;
}

interface Cue extends FrameSpan {
  readonly text: string;
}

export interface CaptionSurroundings {
  readonly map: TimeMap;
  /** True if the pictures at a delivered frame were removed; `isFresh`: if those at a returned frame are new. */
  readonly isGone: (frame: number) => boolean;
  readonly isFresh: (frame: number) => boolean;
  /** Delivered cut's frames per returned cut's frame. */
  readonly ratio: number;
}

/** Lists the changes to captions, cue by cue, with languages in the delivered cut's order. */
export function captionEdits(
  before: readonly CaptionTrack[],
  after: readonly CaptionTrack[],
  surroundings: CaptionSurroundings,
): readonly CaptionEdit[] {
  const languages = new Set([...before, ...after].map(({ languageCode }) => languageCode));
  return [...languages].flatMap((languageCode) => {
    const cuesOf = (tracks: readonly CaptionTrack[], ratio: number): readonly Cue[] =>
      tracks
        .filter((track) => track.languageCode === languageCode)
        .flatMap(({ captions }) => captions.map((caption) => cueOf(caption, ratio)));
    const changes = changedCues(cuesOf(before, 1), cuesOf(after, surroundings.ratio), surroundings);
    return changes.map(([old, now]) => ({
      languageCode,
      before: old && spanOfCue(old),
      after: now && spanOfCue(now),
      oldText: old?.text ?? '',
      newText: now?.text ?? '',
    }));
  });
}

const spanOfCue = ({ startFrame, endFrame }: Cue): FrameSpan => ({ startFrame, endFrame });

function cueOf({ startFrame, durationFrames, lines }: Caption, ratio: number): Cue {
  return {
    startFrame: Math.round(startFrame * ratio),
    endFrame: Math.round((startFrame + durationFrames) * ratio),
    text: lines.join(' ').split(/\s+/).join(' ').trim(),
  };
}

type CueChange = readonly [Cue | null, Cue | null];

/** Lists changed cues. Cues with the same text match; of the others, a cue in the same place is a rewritten one. */
function changedCues(
  before: readonly Cue[],
  after: readonly Cue[],
  surroundings: CaptionSurroundings,
): readonly CueChange[] {
  const { gone, fresh } = differingCues(before, after);
  // Captions of removed pictures come last, because another caption has the better claim to a cue in their place.
  const ordered = [false, true].flatMap((isGone) =>
    gone.filter(({ startFrame }) => surroundings.isGone(startFrame) === isGone),
  );
  const pairs = ordered.map((cue): CueChange => {
    const index = fresh.findIndex((other) => isInPlace(cue, other, surroundings.map));
    return [cue, index < 0 ? null : (fresh.splice(index, 1)[0] ?? null)];
  });
  const rewritten = pairs.filter(
    ([old, now]) => now !== null || (old && !surroundings.isGone(old.startFrame)),
  );
  const added = fresh.filter(({ startFrame }) => !surroundings.isFresh(startFrame));
  return [...rewritten, ...added.map((cue): CueChange => [null, cue])];
}

/** Returns the cues whose text the other cut lacks or has less often. A cue that only moved does not differ. */
function differingCues(
  before: readonly Cue[],
  after: readonly Cue[],
): { readonly gone: readonly Cue[]; readonly fresh: Cue[] } {
  let [gone, fresh]: [Cue[], Cue[]] = [[], []];
  let [old, now] = [0, 0];
  const texts = (cues: readonly Cue[]): string[] => cues.map(({ text }) => text);
  for (const { added, removed, count } of diffArrays(texts(before), texts(after))) {
    if (removed) gone = gone.concat(before.slice(old, old + count));
    if (added) fresh = fresh.concat(after.slice(now, now + count));
    if (!added) old += count;
    if (!removed) now += count;
  }
  const left = Map.groupBy(fresh, ({ text }) => text);
  const moved = new Set<Cue>();
  const stillGone = gone.filter((cue) => {
    const same = left.get(cue.text)?.shift();
    if (same) moved.add(same);
    return same === undefined;
  });
  return { gone: stillGone, fresh: fresh.filter((cue) => !moved.has(cue)) };
}

function isInPlace(cue: Cue, other: Cue, map: TimeMap): boolean {
  return map.shiftsAt(cue.startFrame).some((shift) => {
    const common =
      Math.min(cue.endFrame + shift, other.endFrame) - Math.max(cue.startFrame + shift, other.startFrame);
    return common > 0.5 * Math.min(cue.endFrame - cue.startFrame, other.endFrame - other.startFrame);
  });
}
