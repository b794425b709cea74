/** A range of bytes, both ends included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses a Range header (RFC 9110 §14). Null means the whole file, also for headers other than a single byte range.
 * `unsatisfiable` means that the range lies outside the file.
 */
export function parseByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [firstText = '', lastText = ''] = match.slice(1);
  if (firstText === '') {
    const count = Math.min(Number(lastText), sizeBytes);
    return count === 0 ? 'unsatisfiable' : { first: sizeBytes - count, last: sizeBytes - 1 };
  }
  const first = Number(firstText);
  const last = lastText === '' ? sizeBytes - 1 : Math.min(Number(lastText), sizeBytes - 1);
  if (lastText !== '' && Number(lastText) < first) return null;
  return first >= sizeBytes ? 'unsatisfiable' : { first, last };
}
