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
  const style = plainStyle(styleText);
  if (style.trim() === '') return looks.editorial;
  const best = bestLook(style);
  return best.score > 0
    ? looks[best.name]
    : looks[defaults[turnOf('look', seed, defaults.length)] ?? defaults[0]];
}

/** Matches words that say how a picture is made, beside those that name the look itself. */
const making =
  /\b(?:watercolou?r\w*|aquarell?\w*|acuarela|papercut|paper[- ]cut\w*|cut[- ]?paper|collage|origami|sketch\w*|doodles?|whiteboard|pencil drawing|line art|ink drawing|(?:pen and|black) ink|hand[- ]drawn|retro|vintage poster|poster art|pop[- ]art|comic\w*|manga|bauhaus|newsprint|halftone|engraving|blueprint|schematic|noir|black and white|monochrome|neon|cyberpunk|synthwave|vaporwave|art deco|cinematic|film still)\b/giu;

/** Returns the look that a prompt names as the way to make its picture; null for none. */
export function lookNamedIn(prompt: string): Look | null {
  const named = prompt.match(making);
  if (!named) return null;
  const best = bestLook(plainStyle(named.join(' ')));
  return best.score > 0 ? looks[best.name] : null;
}

function plainStyle(text: string): string {
  return ` ${text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
}

function bestLook(style: string): { name: LookName; score: number } {
  const scores = (Object.entries(styleWords) as [LookName, string][]).map(([name, words]) => ({
    name,
    score: scoreOf(style, words),
  }));
  return scores.reduce((a, b) => (b.score > a.score ? b : a));
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
