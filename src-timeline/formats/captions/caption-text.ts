/** Formats a time for SubRip and WebVTT: `01:02:03,456`, with at least two digits for hours. */
export function captionTimestamp(milliseconds: number, separator: ',' | '.'): string {
  const units = [3_600_000, 60_000, 1000].map((unit) => Math.floor(milliseconds / unit));
  const [hours = 0, minutes = 0, seconds = 0] = units;
  const clock = [hours, minutes % 60, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${clock}${separator}${String(milliseconds % 1000).padStart(3, '0')}`;
}

/**
 * Removes line breaks and control characters from lines, then omits empty ones.
 * @param escape replaces characters that the format would misread.
 */
export function captionLines(lines: readonly string[], escape: (line: string) => string): readonly string[] {
  return lines
    .flatMap((line) => line.split(/[\r\n\u2028\u2029]+/))
    .map((line) => escape(line.toWellFormed().replace(/\p{Cc}+/gu, ' ')).trim())
    .filter((line) => line !== '');
}
