import { turnOf } from '../random.ts';
import { type Look, type LookName, looks } from './look.ts';
import { styleWords } from './style-words.ts';

/** Looks that suit any subject: one of them is drawn where the written style is of no known kind. */
const defaults = ['editorial', 'minimal', 'papercut', 'modern', 'retro'] as const;

/**
 * The look that a written style asks for. Words are weighed; the first named look wins a tie. An empty style gives
 * the editorial look, an unknown one a look drawn by `seed`.
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

/** Words in capitals name the look itself and count thrice; a word within a longer one that also counts is left out. */
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

/** At the start of a word, or anywhere in scripts without spaces. */
function isNamedIn(style: string, word: string): boolean {
  const plain = word.toLowerCase().replaceAll('_', ' ');
  return style.includes(
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain) ? plain : ` ${plain}`,
  );
}
