import { z } from 'zod';
import { toErrorBody } from '../../../../src-shared/app-error.ts';
import type { RemixStep } from '../../../../src-shared/contract/activity.ts';
import { errorOfFailedJob } from '../../../api/http/api-errors.ts';
import type { ServiceJobRecord } from '../../../state/service-job-repository.ts';
import type { JobReading } from '../../schedule/job-ref.ts';

type Order = Pick<ServiceJobRecord, 'kind' | 'operation' | 'path' | 'body' | 'title' | 'projectId'>;

const bodySchema = z.object({ remixActions: z.array(z.looseObject({ type: z.string() })) });

/** Returns the actions of a remix in their initial state; none for other jobs. */
export function firstSteps({ kind, body }: Pick<Order, 'kind' | 'body'>): RemixStep[] {
  if (kind !== 'remix') return [];
  const actions = bodySchema.safeParse(body).data?.remixActions ?? [];
  return actions.map(({ type }) => ({ type, state: 'pending', progress: 0, error: null }));
}

/** Merges readings into the steps, in the order of the start. Steps without a reading stay unchanged. */
export function stepsRead(
  steps: readonly RemixStep[],
  readings: readonly (JobReading | undefined)[],
): RemixStep[] {
  return steps.map((step, index) => {
    const reading = readings[index];
    return reading ? { ...step, ...stepOf(reading) } : step;
  });
}

/** Returns the state of one action at the service, with the error where it failed or was cancelled for a reason. */
export function stepOf({
  status,
  progress,
  error,
}: Pick<JobReading, 'status' | 'progress' | 'error'>): Omit<RemixStep, 'type'> {
  const body = error === null ? null : toErrorBody(errorOfFailedJob(error, 'service_failed'));
  return { state: status === 'unrecognised' ? 'running' : status, progress, error: body };
}

/**
 * Returns the order for a retry. A remix that the service took repeats only the actions that did not succeed, on the
 * project they changed: others would be done and paid for twice, and a copy made twice.
 */
export function orderOfRetry(record: ServiceJobRecord): Order {
  const { kind, steps, parentId } = record;
  const actions = bodySchema.safeParse(record.body).data?.remixActions ?? [];
  if (kind !== 'remix' || parentId === null || actions.length !== steps.length) return record;
  const remixActions = actions.filter((_action, index) => steps[index]?.state !== 'succeeded');
  if (remixActions.length === 0) return record;
  return { ...record, projectId: parentId, path: { projectId: parentId }, body: { remixActions } };
}
