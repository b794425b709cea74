import { toErrorBody } from '../../src-shared/app-error.ts';
import type { ConnectionPlan } from '../../src-shared/contract/connection.ts';
import type { ConnectionScope } from './compose-connection.ts';

/** Returns what is known of a team's plan: the credits told last and what was refused, newest first. */
export function planOf({ operations, generations, jobs }: ConnectionScope): ConnectionPlan {
  const refusals = [
    ...generations
      .refusals()
      .map(({ record, error }) => ({ jobId: record.generationId, title: record.title, error })),
    ...jobs.refusals().map(({ record, error }) => ({ jobId: record.jobId, title: record.title, error })),
  ];
  const newestFirst = refusals.sort(
    (one, other) => Number(other.error.details['refusedAt']) - Number(one.error.details['refusedAt']),
  );
  return {
    credits: operations.credits,
    refusals: newestFirst.map((each) => ({ ...each, error: toErrorBody(each.error) })),
  };
}
