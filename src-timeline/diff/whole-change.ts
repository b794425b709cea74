import type { Cut } from './match/cut-event.ts';

/**
 * Returns `another` for a cut that shows none of the media of the delivered one, and `empty` for one without clips and
 * other items; null for an edit of the delivered cut.
 */
export function wholeChangeOf(old: Cut, now: Cut): 'another' | 'empty' | null {
  if (old.events.length === 0) return null;
  if (now.events.length === 0 && now.items.length === 0) return 'empty';
  const delivered = new Set(old.events.map(({ mediaKey }) => mediaKey));
  return now.events.some(({ mediaKey }) => delivered.has(mediaKey)) ? null : 'another';
}
