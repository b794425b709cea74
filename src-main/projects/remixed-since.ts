import type { ServiceJobRecord } from '../state/service-job-repository.ts';

/**
 * True if a remix changed a project after an export of it left, by the times in this app's records.
 * @param order the export; null if another program ordered it, or the generation: then any remix came later.
 * @param remixes remixes that were ordered for the project, also those of copies.
 */
export function isRemixedSince(
  projectId: string,
  order: ServiceJobRecord | null,
  remixes: readonly ServiceJobRecord[],
): boolean {
  const leftAt = order ? secondsOfLeaving(order) : 0;
  return remixes.some(
    (remix) =>
      remix.parentId === projectId &&
      hasChanged(remix) &&
      remix.finishedAt !== null &&
      remix.finishedAt > leftAt,
  );
}

function hasChanged({ state, steps }: ServiceJobRecord): boolean {
  return state === 'succeeded' || steps.some((step) => step.state === 'succeeded');
}

function secondsOfLeaving({ submittedAtMs, createdAt }: ServiceJobRecord): number {
  return submittedAtMs === null ? createdAt : Math.floor(submittedAtMs / 1000);
}
