import { plainDigits } from '../../../format/plain-digits.ts';

/** Parses a typed number within a range; null for anything else. */
export function parseNumber(typed: string, min: number, max: number): number | null {
  const plain = plainDigits(typed).trim().replace(',', '.').replace('−', '-');
  const number = plain === '' ? Number.NaN : Number(plain);
  return number >= min && number <= max ? number : null;
}

/** Formats a number with at most one decimal, as `parseNumber` reads it. */
export function numberText(value: number): string {
  return String(Math.round(value * 10) / 10);
}
