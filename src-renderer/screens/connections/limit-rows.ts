import { type RateGroup, requestsPerHour } from '../../../src-shared/api/rate-groups.ts';
import type { RateLimit } from '../../../src-shared/contract/connection.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';

/** One kind of request as a row of the table. */
export interface LimitRow {
  readonly group: string;
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  /** Remaining fraction of the whole window, 0 to 1. */
  readonly share: number;
  readonly resetsAt: number | null;
}

function isKnownGroup(group: string): group is RateGroup {
  return group in requestsPerHour;
}

/**
 * Returns the limits with readable names. Those with a reported count come first, the scarcest at the top; the others
 * follow in the service's order. A group unknown to this version of the app keeps its own name.
 */
export function limitRows(limits: readonly RateLimit[], text: TextOf): readonly LimitRow[] {
  const rows = limits.map((each) => ({
    ...each,
    name: isKnownGroup(each.group) ? text(`connections.group.${each.group}`) : each.group,
    share: Math.min(1, each.remaining / each.limit),
  }));
  const used = rows.filter((row) => row.resetsAt !== null).toSorted((a, b) => a.share - b.share);
  return [...used, ...rows.filter((row) => row.resetsAt === null)];
}
