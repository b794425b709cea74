/** Hours to milliseconds as SubRip and WebVTT write them: `01:02:03,456`, with two digits for hours at least. */
export function captionTimestamp(milliseconds: number, separator: ',' | '.'): string {
  const units = [3_600_000, 60_000, 1000].map((unit) => Math.floor(milliseconds / unit));
  const [hours = 0, minutes = 0, seconds = 0] = units;
  const clock = [hours, minutes % 60, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${clock}${separator}${String(milliseconds % 1000).padStart(3, '0')}`;
}

/**
 * Lines without breaks and control characters; those that are empty then are dropped.
 * @param escape writes what the format would misread in another way.
 */
export function captionLines(lines: readonly string[], escape: (line: string) => string): readonly string[] {
  return lines
    .flatMap((line) => line.split(/[\r\n\u2028\u2029]+/))
    .map((line) => escape(line.toWellFormed().replace(/\p{Cc}+/gu, ' ')).trim())
    .filter((line) => line !== '');
}
