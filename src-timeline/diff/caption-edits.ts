import type { Caption, CaptionTrack } from '../model/timeline.ts';
import {
  type CommonMove,
  commonMoveOf,
  movedCue,
  shiftsOf,
  type TimeContext,
  timeChangeOf,
} from './caption-times.ts';
import type { EditChange, FrameSpan } from './edit.ts';
import { type Cue, type CuePair, matchPlaces, matchTexts, pairsInOrder } from './match/match-cues.ts';

/** A change to captions, and its place in both cuts. */
export interface CaptionEdit {
  readonly change: Extract<EditChange, { kind: 'caption' | 'caption-time' }>;
  readonly before: FrameSpan | null;
  readonly after: FrameSpan | null;
}

export interface CaptionSurroundings extends TimeContext {
  /** True if the pictures at a delivered frame were removed; `isFresh`: if those at a returned frame are new. */
  readonly isGone: (frame: number) => boolean;
  readonly isFresh: (frame: number) => boolean;
  /** True if the sound at a delivered frame was replaced: the captions over the new one have times of their own. */
  readonly isRespoken: (frame: number) => boolean;
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
    const isIn = (track: CaptionTrack): boolean => track.languageCode === languageCode;
    return editsOfLanguage(languageCode, before.filter(isIn), after.filter(isIn), surroundings);
  });
}

function editsOfLanguage(
  languageCode: string,
  before: readonly CaptionTrack[],
  after: readonly CaptionTrack[],
  surroundings: CaptionSurroundings,
): readonly CaptionEdit[] {
  const old = cuesOf(before, 1);
  const now = cuesOf(after, surroundings.ratio);
  const common = commonMoveOf(pairsInOrder(old, now), surroundings);
  const expected = new Map(old.map((cue) => [common ? movedCue(cue, common) : cue, cue]));
  const { pairs, ...rest } = matchTexts([...expected.keys()], now, (cue) =>
    shiftsOf(cue, surroundings).map((shift) => cue.startFrame + shift),
  );
  const unplaced = unplacedOf(after, rest.gone);
  const changed = changedCues(unplaced.gone, rest.fresh, surroundings);
  const placeOf = (pair: readonly [Cue | null, Cue | null]): Pick<CaptionEdit, 'before' | 'after'> => ({
    before: spanOfCue(pair[0] && (expected.get(pair[0]) ?? null)),
    after: spanOfCue(pair[1]),
  });
  const rewritten = changed.filter((pair): pair is CuePair => pair[0] !== null && pair[1] !== null);
  return [
    ...(common ? commonEdits(languageCode, common, old, now) : []),
    ...changed.map((pair) => ({ change: wordsChange(languageCode, pair), ...placeOf(pair) })),
    ...unplaced.words.map(({ text, cue }) => ({
      change: { kind: 'caption', languageCode, oldText: '', newText: text, isUnplaced: true } as const,
      ...placeOf([cue, null]),
    })),
    ...[...pairs, ...rewritten]
      .filter(([old]) => !surroundings.isRespoken(old.startFrame))
      .flatMap((pair) =>
        timeChanges(
          languageCode,
          pair,
          common ? { ...surroundings, tolerance: toleranceOf(common, surroundings) } : surroundings,
        ).map((change) => ({ change, ...placeOf(pair) })),
      ),
  ];
}

const toleranceOf = ({ stretch }: CommonMove, { tolerance }: TimeContext): number =>
  stretch === 1 ? tolerance : Math.max(1, tolerance);

function spanOfCue(cue: Cue | null): FrameSpan | null {
  return cue && { startFrame: cue.startFrame, endFrame: cue.endFrame };
}

/** True if the next caption follows at once, or after the frame that a format has left out between them. */
const isTouching = (endFrame: number, next: Caption | undefined): boolean =>
  next !== undefined && [0, 1].includes(next.startFrame - endFrame);

function cuesOf(tracks: readonly CaptionTrack[], ratio: number): readonly Cue[] {
  const captions = tracks.flatMap((track) => track.captions);
  return captions.map(({ startFrame, durationFrames, lines }, index) => ({
    startFrame: Math.round(startFrame * ratio),
    endFrame: Math.round((startFrame + durationFrames) * ratio),
    text: lines.join(' ').split(/\s+/).join(' ').trim(),
    touchesNext: isTouching(startFrame + durationFrames, captions[index + 1]),
  }));
}

type CueChange = readonly [Cue | null, Cue | null];

/** Lists rewritten, removed and added cues, without those that came or went with their pictures. */
function changedCues(
  gone: readonly Cue[],
  fresh: readonly Cue[],
  surroundings: CaptionSurroundings,
): readonly CueChange[] {
  // Captions of removed pictures come last, because another caption has the better claim to a cue in their place.
  const ordered = [false, true].flatMap((isGone) =>
    gone.filter(({ startFrame }) => surroundings.isGone(startFrame) === isGone),
  );
  const found = matchPlaces(ordered, fresh, (cue) => shiftsOf(cue, surroundings));
  const removed = found.gone.filter(({ startFrame }) => !surroundings.isGone(startFrame));
  const added = found.fresh.filter(({ startFrame }) => !surroundings.isFresh(startFrame));
  return [
    ...found.pairs,
    ...removed.map((cue): CueChange => [cue, null]),
    ...added.map((cue): CueChange => [null, cue]),
  ];
}

function wordsChange(languageCode: string, [old, now]: CueChange): CaptionEdit['change'] {
  return { kind: 'caption', languageCode, oldText: old?.text ?? '', newText: now?.text ?? '' };
}

/** Returns the words whose times cannot be read, each with the delivered cue of these words. */
function unplacedOf(
  tracks: readonly CaptionTrack[],
  gone: readonly Cue[],
): { readonly words: readonly { text: string; cue: Cue | null }[]; readonly gone: readonly Cue[] } {
  const texts = tracks.flatMap(({ unplaced = [] }) => unplaced);
  if (texts.length === 0) return { words: [], gone };
  const byText = new Map(gone.map((cue) => [cue.text, cue]));
  const words = texts.map((text) => ({ text, cue: byText.get(text) ?? null }));
  const found = new Set(words.map(({ cue }) => cue));
  return { words, gone: gone.filter((cue) => !found.has(cue)) };
}

function commonEdits(
  languageCode: string,
  { stretch, byFrames }: CommonMove,
  old: readonly Cue[],
  now: readonly Cue[],
): readonly CaptionEdit[] {
  const spanOf = (cues: readonly Cue[]): FrameSpan => ({
    startFrame: cues[0]?.startFrame ?? 0,
    endFrame: cues.at(-1)?.endFrame ?? 0,
  });
  const place = { before: spanOf(old), after: spanOf(now) };
  const all = { kind: 'caption-time', languageCode, text: null, byFrames } as const;
  const stretched = { change: { ...all, part: 'stretch', stretch } as const, ...place };
  const moved = { change: { ...all, part: 'whole' } as const, ...place };
  return [...(stretch === 1 ? [] : [stretched]), ...(byFrames === 0 ? [] : [moved])];
}

function timeChanges(
  languageCode: string,
  pair: CuePair,
  context: TimeContext,
): readonly CaptionEdit['change'][] {
  const { startFrames, endFrames } = timeChangeOf(pair, context);
  const about = { kind: 'caption-time', languageCode, text: pair[1].text } as const;
  if (startFrames === endFrames)
    return startFrames === 0 ? [] : [{ ...about, part: 'whole', byFrames: startFrames }];
  return [
    ...(startFrames === 0 ? [] : [{ ...about, part: 'start', byFrames: startFrames } as const]),
    ...(endFrames === 0 ? [] : [{ ...about, part: 'end', byFrames: endFrames } as const]),
  ];
}
