import { isSame } from '../diff/match/is-same.ts';
import type { About, MergeLog } from './merge-log.ts';
import type { MergeField, Three } from './merge-types.ts';

/** Merges a value: theirs if only they changed it, ours if they did not. A conflict is decided, by default for ours. */
export function threeWay<Value>(
  { base, ours, theirs }: Three<Value>,
  field: MergeField,
  about: About,
  log: MergeLog,
): Value {
  if (isSame(base, theirs) || isSame(ours, theirs)) return ours;
  if (!isSame(base, ours)) return log.decide(field, about) === 'ours' ? ours : theirs;
  log.carry(field, about);
  return theirs;
}
