/**
 * A text without the signs of a kind at its end. A pattern such as `/[.!?]+$/` looks through a row of them anew from
 * each of its signs when something else follows: a row of a hundred thousand holds everything up for seconds.
 *
 * @param sign matches one sign of the kind
 */
export function stripEnd(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
