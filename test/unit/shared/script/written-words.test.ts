import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writtenWords } from '../../../../src-shared/script/written-words.ts';

function words(text: string, languageCode = 'en'): string[] {
  return writtenWords(text, languageCode).map(({ start, end }) => text.slice(start, end));
}

test('punctuation clings to its word, dashes and emoji to the word before', () => {
  expect(words('“Hello,” she said — twice 🎉 (really)!')).toEqual([
    '“Hello,”',
    'she',
    'said —',
    'twice 🎉',
    '(really)!',
  ]);
});

test('signs that are read aloud are words', () => {
  expect(words('R & D costs 5 + 3 %')).toEqual(['R', '&', 'D', 'costs', '5', '+', '3', '%']);
});

test('Japanese is cut into words by its dictionary, with the stop at the word before', () => {
  const cut = words('今日は、東京で会議があります。', 'ja');
  expect(cut.join('')).toBe('今日は、東京で会議があります。');
  expect(cut).toContain('東京');
  expect(cut).toContain('は、');
  expect(cut.at(-1)).toMatch(/。$/u);
});

test('an opening bracket clings to the word behind it', () => {
  expect(words('彼は「行こう」と言った。', 'ja').some((word) => word.startsWith('「行'))).toBe(true);
});

test('each letter is in exactly one word and words are in order', () => {
  const text = fc.array(
    fc.constantFrom('bee', ' ', '—', '東京', 'で', '「', '」', '。', '5', '%', '🎉', 'ไทย', '\n', 'é', '"'),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(text, (parts) => {
      const joined = parts.join('');
      const found = writtenWords(joined, 'ja');
      found.forEach((word, index) => {
        expect(word.end).toBeGreaterThan(word.start);
        expect(word.start).toBeGreaterThanOrEqual(found[index - 1]?.end ?? 0);
      });
      const covered = new Set(
        found.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index)),
      );
      [...joined.matchAll(/[\p{L}\p{N}]/gu)].forEach((letter) =>
        expect(covered.has(letter.index)).toBe(true),
      );
    }),
  );
});
