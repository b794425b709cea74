import { turnOf } from '../random.ts';
import { type Look, type LookName, looks } from './look.ts';
import { styleWords } from './style-words.ts';

/** Looks that suit any subject. The seed picks one if no look matches the style. */
const defaults = ['editorial', 'minimal', 'papercut', 'modern', 'retro'] as const;

/**
 * Chooses the look that a written style requests, by the weights of its words. The first look wins a tie. An empty
 * style gives the editorial look; for an unknown one `seed` picks a look.
 */
export function chooseLook(styleText: string, seed: string): Look {
  const style = ` ${styleText
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  if (style.trim() === '') return looks.editorial;
  const scores = (Object.entries(styleWords) as [LookName, string][]).map(([name, words]) => ({
    name,
    score: scoreOf(style, words),
  }));
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0
    ? looks[best.name]
    : looks[defaults[turnOf('look', seed, defaults.length)] ?? defaults[0]];
}

/** Scores a look. Capitalised words name the look and count triple; words contained in another match do not count. */
function scoreOf(style: string, words: string): number {
  const found = words.split(' ').filter((word) => isNamedIn(style, word));
  const longest = found.filter(
    (word) => !found.some((other) => other !== word && other.toLowerCase().includes(word.toLowerCase())),
  );
  return longest.reduce(
    (sum, word) => sum + (word === word.toUpperCase() && word !== word.toLowerCase() ? 3 : 1),
    0,
  );
}

/** True if the style has a word that starts with `word`; in scripts without spaces, anywhere. */
function isNamedIn(style: string, word: string): boolean {
  const plain = word.toLowerCase().replaceAll('_', ' ');
  return style.includes(
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain) ? plain : ` ${plain}`,
  );
}
