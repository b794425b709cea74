import { unspacedLetters } from '../../src-shared/script/speakable.ts';

/** Average number of tokens per word. */
const tokensPerWord = 1.3;

function costOf(piece: string): number {
  const unspaced = [...piece].filter((letter) => unspacedLetters.test(letter)).length;
  return unspaced > 0 ? unspaced : piece.trim() === '' ? 0 : tokensPerWord;
}

/** Estimates the number of tokens of a text: 1.3 per word, 1 per letter of scripts without spaces. */
export function countTokens(text: string): number {
  return (text.match(/\S+/gu) ?? []).reduce((sum, piece) => sum + costOf(piece), 0);
}

/** Cuts a text to a number of tokens, but to at least one word; after a sentence if possible, else after a word. */
export function limitTokens(text: string, most: number): string {
  if (countTokens(text) <= most) return text;
  let cost = 0;
  let end = 0;
  for (const piece of text.matchAll(
    /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+)/gu,
  )) {
    cost += costOf(piece[0]);
    if (cost > most && end > 0) break;
    end = piece.index + piece[0].length;
  }
  const head = text.slice(0, end);
  const sentence = /^[\s\S]*[.!?。！？…](?=[\s"”’)]|$)/u.exec(head)?.[0] ?? '';
  const line = head.slice(0, Math.max(0, head.lastIndexOf('\n')));
  const whole = sentence.length >= line.length ? sentence : line;
  return (whole.length >= head.length / 2 ? whole : head).trim();
}
