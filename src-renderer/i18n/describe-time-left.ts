import type { TextOf } from '../../src-shared/i18n/messages.ts';
import { roughTime } from '../format/duration.ts';

/** Formats a rough remaining time: `12 min`. */
export function describeTimeLeft(secondsLeft: number, text: TextOf): string {
  const rough = roughTime(secondsLeft);
  return text(`transfer.left.${rough.unit}`, { ...rough });
}
