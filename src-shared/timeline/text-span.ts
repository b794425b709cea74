/** A stretch of a document's text that holds a media location. */
export interface LocationSpan {
  /** UTF-16 offsets; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** What it says once its escapes are undone. */
  readonly location: string;
}

/** Puts new texts in place of some spans, given in order; all between them stays as it is. */
export function replaceSpans(
  text: string,
  spans: readonly LocationSpan[],
  replacementOf: (span: LocationSpan) => string | null,
): string {
  const parts: string[] = [];
  let cursor = 0;
  for (const span of spans) {
    const replacement = replacementOf(span);
    if (replacement === null) continue;
    parts.push(text.slice(cursor, span.start), replacement);
    cursor = span.end;
  }
  return parts.join('') + text.slice(cursor);
}
