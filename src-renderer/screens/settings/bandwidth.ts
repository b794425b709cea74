import { plainDigits } from '../../format/plain-digits.ts';

/** Bytes in a megabyte as shown for speeds: decimal, as in the rest of the interface. */
export const bytesInMegabyte = 1_000_000;

/** Smallest bandwidth limit that main accepts, in bytes per second. */
export const minLimitBytes = 50_000;

/** Converts typed megabytes, with a point or a comma, to bytes per second. Null for anything else. */
export function parseMegabytes(typed: string): number | null {
  const plain = plainDigits(typed).trim().replace(',', '.');
  if (!/^\d{1,6}(?:\.\d{0,6})?$|^\.\d{1,6}$/.test(plain)) return null;
  const bytes = Math.round(Number(plain) * bytesInMegabyte);
  return bytes < minLimitBytes ? null : bytes;
}
