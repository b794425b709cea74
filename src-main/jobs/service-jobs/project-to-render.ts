import { isFinishedServiceJob, type ServiceJobRecord } from '../../state/service-job-repository.ts';

/** What a remix works on; null while the copy it makes is not known. */
function targetOf({ parentId, projectId, body }: ServiceJobRecord): string | null {
  const isCopy = typeof body === 'object' && body !== null && 'saveAsNewProject' in body;
  return parentId ?? (isCopy ? null : projectId);
}

function hasChanged({ state, steps }: ServiceJobRecord): boolean {
  return state === 'succeeded' || steps.some((step) => step.state === 'succeeded');
}

/**
 * The project whose movie is out of date now that a remix has ended. Null when nothing changed, and while another remix
 * of the project is under way: the last one to end has the movie made for all, also when it failed itself.
 * @param remixesOf those of a project, the ended one with them.
 */
export function projectToRender(
  ended: ServiceJobRecord,
  remixesOf: (projectId: string) => readonly ServiceJobRecord[],
): string | null {
  const target = targetOf(ended);
  if (target === null) return null;
  const others = remixesOf(target).filter((each) => each.jobId !== ended.jobId && targetOf(each) === target);
  if (others.some((each) => !isFinishedServiceJob(each))) return null;
  const waited = others.filter(({ finishedAt }) => finishedAt !== null && finishedAt >= ended.createdAt);
  return [ended, ...waited].some(hasChanged) ? target : null;
}
