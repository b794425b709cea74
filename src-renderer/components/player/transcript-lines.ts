import { joinLines } from '../../../src-shared/script/read-blocks.ts';
import type { FrameRate } from '../../../src-timeline/model/rational-time.ts';
import type { SceneLine } from './player-scene.ts';

/** A spoken word with its times in seconds. */
interface TimedWord {
  readonly word: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** Silence that ends a line, in seconds. */
const longPause = 0.8;
const maxCharacters = 80;
const sentenceEnd = /[.!?…。！？]["'”’»）)]*$/u;

/** Groups the words of a transcript into lines, which end with sentences and at pauses. */
export function linesOfWords(
  words: readonly TimedWord[],
  { numerator, denominator }: FrameRate,
): SceneLine[] {
  const groups: TimedWord[][] = [];
  let length = 0;
  for (const word of words) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isOver =
      !last ||
      sentenceEnd.test(last.word) ||
      word.startSeconds - last.endSeconds > longPause ||
      length + word.word.length > maxCharacters;
    if (isOver) groups.push([word]);
    else group?.push(word);
    length = (isOver ? 0 : length + 1) + word.word.length;
  }
  const frameAt = (seconds: number): number => Math.round((seconds * numerator) / denominator);
  return groups.map((group) => {
    const startFrame = frameAt(group[0]?.startSeconds ?? 0);
    return {
      text: group.map(({ word }) => word).reduce(joinLines),
      startFrame,
      durationFrames: Math.max(1, frameAt(group.at(-1)?.endSeconds ?? 0) - startFrame),
    };
  });
}
