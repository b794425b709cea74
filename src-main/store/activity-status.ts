import type { ActivityStatus } from '../../src-shared/contract/activity.ts';

const ended: Readonly<Record<string, ActivityStatus>> = {
  succeeded: 'done',
  done: 'done',
  failed: 'failed',
  unknown: 'failed',
  cancelled: 'cancelled',
};

/** What a record of any kind counts as in the list of all activity, by its own state. */
export function activityStatusOf(state: string): ActivityStatus {
  return ended[state] ?? 'open';
}
