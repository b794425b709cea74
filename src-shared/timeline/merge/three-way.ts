import { isSame } from '../diff/is-same.ts';
import type { About, MergeLog } from './merge-log.ts';
import type { MergeField, Three } from './merge-types.ts';

/** The value both sides agree on: theirs where ours left it alone, ours where both changed it and nobody decided. */
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
