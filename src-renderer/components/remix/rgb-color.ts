import { isValues } from './remix-draft.ts';

const channels = ['red', 'green', 'blue'] as const;

/** Converts `#rrggbb` to the service's format: three numbers from 0 to 255. */
export function colorOf(hex: string): Readonly<Record<(typeof channels)[number], number>> {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return { red, green, blue };
}

/** Converts the service's format to `#rrggbb`; null if the value is no colour. */
export function hexOf(value: unknown): string | null {
  if (!isValues(value)) return null;
  const parts = channels.map((channel) => Number(value[channel]).toString(16).padStart(2, '0'));
  return `#${parts.join('')}`;
}
