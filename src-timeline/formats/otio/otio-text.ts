import { TimelineParseError } from '../../model/timeline-parse-error.ts';

/** Numbers that OTIO's own library writes and JSON does not have. */
const nonFiniteNumbers = /-?\b(?:NaN|Inf(?:inity)?)\b/g;

/**
 * Parses the JSON of a document. Numbers that are not finite (`NaN`, `-Infinity`) become null.
 * @throws TimelineParseError unless it is well-formed.
 */
export function parseOtioText(text: string): unknown {
  const json = text.replace(/^\ufeff/, '');
  for (const read of [() => json, () => withoutNonFiniteNumbers(json)])
    try {
      return JSON.parse(read());
    } catch {
      continue;
    }
  throw new TimelineParseError('This is not well-formed JSON.');
}

/** Replaces numbers that are not finite outside of strings. */
function withoutNonFiniteNumbers(json: string): string {
  const parts: string[] = [];
  let start = 0;
  while (start < json.length) {
    const quote = json.indexOf('"', start);
    const outside = json.slice(start, quote === -1 ? json.length : quote);
    parts.push(outside.replace(nonFiniteNumbers, 'null'));
    if (quote === -1) break;
    start = endOfString(json, quote);
    parts.push(json.slice(quote, start));
  }
  return parts.join('');
}

/** Returns the index after the closing quote of a string, or the end of the text. */
function endOfString(json: string, quote: number): number {
  for (let index = quote + 1; index < json.length; index += 1) {
    if (json[index] === '\\') index += 1;
    else if (json[index] === '"') return index + 1;
  }
  return json.length;
}
