import { framesPerSecond, samplesPerFrame, type SpokenWord } from '../project-content.ts';

/** Level of music during speech, relative to its own. */
const duckedDb = -9;
/** Level of a clip's own sound, in a scene with speech: as far below it as music is at its usual volume. */
export const clipUnderSpeechDb = -18;
/** Music fades down before the first word, and back up more slowly after the last. */
const attackFrames = Math.round(0.3 * framesPerSecond);
const holdFrames = Math.round(0.2 * framesPerSecond);
const releaseFrames = Math.round(0.7 * framesPerSecond);
const fadeInFrames = Math.round(0.5 * framesPerSecond);
const fadeOutFrames = 2 * framesPerSecond;
/** Effectively silent. */
const silenceDb = -60;

/** Level of sound at a frame; decibels are interpolated linearly between points. */
export interface LevelPoint {
  readonly frame: number;
  readonly levelDb: number;
}

export interface SpokenScene {
  readonly isSpoken: boolean;
  readonly durationFrames: number;
  /** Empty if the times of the words are unknown. */
  readonly words: readonly SpokenWord[];
}

interface FrameRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the level of music under a project, relative to its own: 0 dB in pauses, with a fade at either end. */
export function musicLevels(scenes: readonly SpokenScene[], totalFrames: number): LevelPoint[] {
  const ducked = joinNear(spokenRanges(scenes)).flatMap(({ start, end }): LevelPoint[] => [
    { frame: start - attackFrames, levelDb: 0 },
    { frame: start, levelDb: duckedDb },
    { frame: end + holdFrames, levelDb: duckedDb },
    { frame: end + holdFrames + releaseFrames, levelDb: 0 },
  ]);
  return withFades(ducked, totalFrames);
}

/** Returns the level at a frame, interpolated between two points, in dB. */
export function levelAt(points: readonly LevelPoint[], frame: number): number {
  const next = points.findIndex((point) => point.frame > frame);
  const after = points[next];
  const before = next < 0 ? points.at(-1) : points[next - 1];
  if (!before) return after?.levelDb ?? 0;
  if (!after) return before.levelDb;
  const share = (frame - before.frame) / (after.frame - before.frame);
  return before.levelDb + (after.levelDb - before.levelDb) * share;
}

function spokenRanges(scenes: readonly SpokenScene[]): FrameRange[] {
  let startFrame = 0;
  return scenes.flatMap(({ isSpoken, words, durationFrames }) => {
    const from = startFrame;
    startFrame += durationFrames;
    if (!isSpoken) return [];
    if (words.length === 0) return [{ start: from, end: startFrame }];
    return words.map(({ startSample, endSample }) => ({
      start: from + Math.floor(startSample / samplesPerFrame),
      end: from + Math.ceil(endSample / samplesPerFrame),
    }));
  });
}

/** Joins ranges with pauses too short for the music to fade up. */
function joinNear(ranges: readonly FrameRange[]): FrameRange[] {
  const joined: FrameRange[] = [];
  for (const range of ranges.toSorted((left, right) => left.start - right.start)) {
    const last = joined.at(-1);
    const isNear = last && range.start - last.end < holdFrames + releaseFrames + attackFrames;
    if (isNear) joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else joined.push(range);
  }
  return joined;
}

/** Adds the fades at both ends, which cut into the points between. In a very short project they share the time. */
function withFades(ducked: readonly LevelPoint[], totalFrames: number): LevelPoint[] {
  const fadeIn = Math.min(fadeInFrames, Math.floor(totalFrames / 4));
  const fadeOut = totalFrames - Math.min(fadeOutFrames, Math.floor(totalFrames / 2));
  return [
    { frame: 0, levelDb: silenceDb },
    { frame: fadeIn, levelDb: levelAt(ducked, fadeIn) },
    ...ducked.filter(({ frame }) => frame > fadeIn && frame < fadeOut),
    { frame: fadeOut, levelDb: levelAt(ducked, fadeOut) },
    { frame: totalFrames, levelDb: silenceDb },
  ];
}
