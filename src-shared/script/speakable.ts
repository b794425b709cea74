/** True if the text has a letter or digit that a voice would speak. */
export function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Letters of scripts that put no spaces between words. */
export const unspacedLetters =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;

/**
 * Returns the width of a text in caption columns. East Asian letters and punctuation take two columns, combining marks
 * none.
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
