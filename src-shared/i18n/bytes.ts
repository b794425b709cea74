const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function scale(bytes: number): { value: number; unit: (typeof units)[number] } {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  const isRoundedUp = Math.round(value) >= 1000 && power < units.length - 1;
  const step = isRoundedUp ? power + 1 : power;
  return { value: bytes / 1000 ** step, unit: units[step] ?? 'byte' };
}

/** Number of decimals: one below 10, where a whole number would be too coarse (`1.2 GB`), else none (`412 MB`). */
function digits(value: number, unit: string): number {
  return unit !== 'byte' && value < 10 ? 1 : 0;
}

function format(bytes: number, languageTag: string, per: '' | '-per-second'): string {
  const { value, unit } = scale(bytes);
  return new Intl.NumberFormat(languageTag, {
    style: 'unit',
    unit: `${unit}${per}`,
    unitDisplay: 'short',
    maximumFractionDigits: digits(value, unit),
  }).format(value);
}

/** Formats a size in decimal units, as file managers show it: `812 byte`, `12 kB`, `1.2 GB`. */
export function formatBytes(bytes: number, languageTag: string): string {
  return format(bytes, languageTag, '');
}

/** Formats a speed: `38 MB/s`. */
export function formatByteRate(bytesPerSecond: number, languageTag: string): string {
  return format(bytesPerSecond, languageTag, '-per-second');
}
