/** A stretch of a document's text that holds a media location. */
export interface LocationSpan {
  /** UTF-16 offsets; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Location with its escapes decoded. */
  readonly location: string;
}

/** Replaces spans, given in order, by new texts. All other text stays. */
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
