/** Header fields of a response, names in lower case. */
type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Returns the validator that lets a later request continue an earlier one: a strong entity tag or the last change date.
 * The date counts as strong if the response is at least one second younger (RFC 9110 §8.8.2.2).
 */
export function validatorOf(headers: Headers): string | null {
  const { etag, date, 'last-modified': lastModified } = headers;
  if (etag !== undefined) return etag.startsWith('W/') ? null : etag;
  if (lastModified === undefined || date === undefined) return null;
  return Date.parse(date) - Date.parse(lastModified) >= 1_000 ? lastModified : null;
}

export interface ContentRange {
  readonly start: number;
  readonly end: number;
  /** Null when the server does not state it. */
  readonly totalBytes: number | null;
}

/** Parses a `Content-Range` (RFC 9110 §14.4). Returns null if it is missing or makes no sense. */
export function parseContentRange(header: string | undefined): ContentRange | null {
  const match = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(header?.trim() ?? '');
  if (!match) return null;
  const [, start, end, total] = match;
  const range = { start: Number(start), end: Number(end), totalBytes: total === '*' ? null : Number(total) };
  return range.end < range.start ? null : range;
}

/** Parses a `Content-Length`. Returns null if it is missing. */
export function contentLengthOf(headers: Headers): number | null {
  const length = Number(headers['content-length'] ?? '');
  return headers['content-length'] !== undefined && Number.isSafeInteger(length) ? length : null;
}

export type RequestedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

/** Parses a `Range` header (RFC 9110 §14.2). Returns the whole file for several ranges and for other units. */
export function parseRange(header: string | null, sizeBytes: number): RequestedRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return { kind: 'whole' };
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (start >= sizeBytes || end < start) return { kind: 'unsatisfiable' };
  return { kind: 'part', start, end };
}
