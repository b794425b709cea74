import { expect, test } from 'vitest';
import { linesOfWords } from '../../../../../src-renderer/components/player/transcript-lines.ts';

const rate = { numerator: 30, denominator: 1 };
const spoken = (text: string, startSeconds = 0) =>
  text.split(' ').map((word, index) => {
    const at = startSeconds + index * 0.5;
    return { word, startSeconds: at, endSeconds: at + 0.4 };
  });

test('lines end with sentences and at pauses', () => {
  const words = [...spoken('The ferry leaves. Nobody speaks'), ...spoken('until noon', 9)];
  expect(linesOfWords(words, rate)).toEqual([
    { text: 'The ferry leaves.', startFrame: 0, durationFrames: 42 },
    { text: 'Nobody speaks', startFrame: 45, durationFrames: 27 },
    { text: 'until noon', startFrame: 270, durationFrames: 27 },
  ]);
});

test('long passages are broken, and words without spaces stay together', () => {
  const lines = linesOfWords(spoken('gulls '.repeat(60).trim()), rate);
  expect(lines.length).toBeGreaterThan(3);
  expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThanOrEqual(86);
  expect(linesOfWords(spoken('港 の 朝'), rate).map(({ text }) => text)).toEqual(['港の朝']);
  expect(linesOfWords([], rate)).toEqual([]);
});
