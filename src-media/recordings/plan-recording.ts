import type { VisualPacing } from '../../src-shared/api/common.ts';
import { pacingRanges } from '../../src-shared/script/group-scenes.ts';
import { framesPerSecond, samplesPerFrame, samplesPerSecond, type SpokenWord } from '../project-content.ts';
import { joinWords, type Phrase } from './phrases.ts';
import type { RecordedScene, TimedWord } from './recording-tools.ts';

/** A scene of a recording before its sound is written. Frames count from the start of the recording. */
export type PlannedRecording = Omit<RecordedScene, 'fileName'> & { readonly startFrame: number };

/** Phrases longer than this multiple of the longest scene are cut even without a pause. */
const maxTimesLongest = 1.75;
/** Minimum length of a scene, if the recording is long enough: half a second. */
const minSceneFrames = framesPerSecond / 2;

function secondsOf(phrases: readonly Phrase[]): number {
  const first = phrases[0];
  const last = phrases.at(-1);
  return first && last ? (last.endSample - first.startSample) / samplesPerSecond : 0;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/**
 * Cuts a phrase that is too long into equal parts. Moves each cut to a word's edge, by at most a quarter of a part.
 * Cuts through words longer than a part, as in captions that stay long.
 */
function cutLong(phrase: Phrase, longestSeconds: number): Phrase[] {
  const seconds = secondsOf([phrase]);
  if (seconds <= longestSeconds * maxTimesLongest) return [phrase];
  const count = Math.ceil(seconds / longestSeconds);
  const length = phrase.endSample - phrase.startSample;
  const edges = Array.from({ length: count + 1 }, (_, index) =>
    Math.round(phrase.startSample + (length * index) / count),
  );
  const partOf = (word: TimedWord) => {
    const middle = ((word.startSeconds + word.endSeconds) / 2) * samplesPerSecond;
    const part = edges.findLastIndex((edge) => edge <= middle);
    return clamp(part, 0, count - 1);
  };
  const slack = length / count / 4;
  const near = (seconds: number, edge: number) => {
    const sample = Math.round(seconds * samplesPerSecond);
    return Math.abs(sample - edge) <= slack ? sample : edge;
  };
  const wordsOfParts = edges.slice(1).map((): TimedWord[] => []);
  for (const word of phrase.words) wordsOfParts[partOf(word)]?.push(word);
  return edges.slice(0, -1).map((edge, index) => {
    const words = wordsOfParts[index] ?? [];
    const first = words[0];
    const last = words.at(-1);
    const end = edges[index + 1] ?? edge;
    return {
      startSample: first ? near(first.startSeconds, edge) : edge,
      endSample: last ? near(last.endSeconds, end) : end,
      words,
      startsParagraph: index === 0 && phrase.startsParagraph,
    };
  });
}

/** Groups neighbouring phrases until a scene has the length that the pacing requires. Paragraphs begin a scene. */
function groupPhrases(phrases: readonly Phrase[], shortest: number, longest: number): Phrase[][] {
  const groups: Phrase[][] = [];
  for (const phrase of phrases) {
    const group = groups.at(-1);
    const isFull = group !== undefined && secondsOf(group) >= shortest;
    const isTooLong = group !== undefined && secondsOf([...group, phrase]) > longest;
    const isParagraph = phrase.startsParagraph && isFull;
    if (!group || isParagraph || (isTooLong && isFull)) groups.push([phrase]);
    else group.push(phrase);
  }
  const last = groups.at(-1);
  const beforeLast = groups.at(-2);
  if (last && beforeLast && secondsOf(last) < shortest / 2 && !last[0]?.startsParagraph) {
    groups.splice(-2, 2, [...beforeLast, ...last]);
  }
  return groups;
}

/** Merges the neighbours with the shortest combined length until the number of groups is within the limit. */
function limitGroups(groups: Phrase[][], most: number): Phrase[][] {
  while (groups.length > most) {
    const lengths = groups.slice(1).map((group, index) => secondsOf([...(groups[index] ?? []), ...group]));
    const at = lengths.indexOf(Math.min(...lengths));
    groups.splice(at, 2, [...(groups[at] ?? []), ...(groups[at + 1] ?? [])]);
  }
  return groups;
}

/** Returns the frame in the middle of the pause between two groups. */
function cutBetween(before: readonly Phrase[], after: readonly Phrase[]): number {
  const end = before.at(-1)?.endSample ?? 0;
  const start = after[0]?.startSample ?? end;
  return Math.round((end + Math.max(end, start)) / 2 / samplesPerFrame);
}

/** Returns the start frames of the scenes: at the cuts, but in order and with the minimum length. */
function sceneStarts(cuts: readonly number[], totalFrames: number): number[] {
  const count = cuts.length + 1;
  const least = Math.min(minSceneFrames, Math.floor(totalFrames / count));
  const starts = [0];
  for (const [index, cut] of cuts.entries()) {
    const earliest = (starts[index] ?? 0) + least;
    starts.push(clamp(cut, earliest, totalFrames - (count - index - 1) * least));
  }
  return starts;
}

function placeWords(words: readonly TimedWord[], startFrame: number, durationFrames: number) {
  const { text, starts } = joinWords(words);
  const last = durationFrames * samplesPerFrame;
  const place = (seconds: number) =>
    Math.max(0, Math.min(last, Math.round(seconds * samplesPerSecond) - startFrame * samplesPerFrame));
  const placed: SpokenWord[] = words.map((word, index) => ({
    startSample: place(word.startSeconds),
    endSample: place(word.endSeconds),
    textStart: starts[index] ?? 0,
    textEnd: (starts[index] ?? 0) + word.word.trim().length,
  }));
  return { text, words: placed };
}

/**
 * Plans the scenes of a recording. Cuts in the pauses between phrases, so that scenes have the length that the pacing
 * requires. The scenes cover all frames without gaps.
 *
 * @param phrases not empty, in order
 * @param totalSamples length of the recording at 48 kHz
 */
export function planRecording(
  phrases: readonly Phrase[],
  totalSamples: number,
  options: { readonly pacing: VisualPacing; readonly maxScenes: number },
): PlannedRecording[] {
  const { shortestSeconds, longestSeconds } = pacingRanges[options.pacing];
  const parts = phrases.flatMap((phrase) => cutLong(phrase, longestSeconds));
  const totalFrames = Math.max(1, Math.ceil(totalSamples / samplesPerFrame));
  const groups = limitGroups(
    groupPhrases(parts, shortestSeconds, longestSeconds),
    Math.min(options.maxScenes, totalFrames),
  );
  const cuts = groups.slice(1).map((group, index) => cutBetween(groups[index] ?? [], group));
  const starts = sceneStarts(cuts, totalFrames);
  return groups.map((group, index) => {
    const startFrame = starts[index] ?? 0;
    const durationFrames = (starts[index + 1] ?? totalFrames) - startFrame;
    return {
      startFrame,
      durationFrames,
      startsParagraph: index === 0 || (group[0]?.startsParagraph ?? false),
      ...placeWords(
        group.flatMap(({ words }) => words),
        startFrame,
        durationFrames,
      ),
    };
  });
}
