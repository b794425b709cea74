/**
 * Removes all trailing characters of a kind. A pattern such as `/[.!?]+$/` is quadratic if other text follows: a run of
 * a hundred thousand would block for seconds.
 *
 * @param sign matches one character of the kind
 */
export function stripEnd(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
