/** Whether there is anything in it a voice would say: a letter or a digit. */
export function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Letters of scripts that put no spaces between words. */
export const unspacedLetters =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;

/**
 * Columns a text takes in a caption: letters of East Asian scripts and their punctuation are twice as wide as
 * others, and marks that sit on another letter take none.
 */
export function textColumns(text: string): number {
  let columns = 0;
  for (const letter of text) {
    if (/[\p{Mn}\p{Me}\p{Cf}\uFE0F]/u.test(letter)) continue;
    columns +=
      /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Extended_Pictographic}|[\u{20000}-\u{3FFFD}]/u.test(
        letter,
      )
        ? 2
        : 1;
  }
  return columns;
}
