import type { NamedProject } from '../../../../src-shared/contract/named-project.ts';
import { isFinishedServiceJob, type ServiceJobRecord } from '../../../state/service-job-repository.ts';
import { hasRefusedMarks } from './kept-options.ts';

/** A project whose movie is out of date. */
export interface ChangedProject extends NamedProject {
  /** Id of the original of a copy. The title is still that of the original, and only the service knows the copy's own. */
  readonly copyOf?: string;
}

/** Returns the project that a remix changed, by its id. */
export function changedProject({ title, path }: ServiceJobRecord, projectId: string): ChangedProject {
  const source = path['projectId'] ?? projectId;
  return { projectId, title, ...(projectId !== source && { copyOf: source }) };
}

/** Returns the project that a remix changes; null while the id of the copy is unknown. */
function targetOf({ parentId, projectId, body }: ServiceJobRecord): string | null {
  const isCopy = typeof body === 'object' && body !== null && 'saveAsNewProject' in body;
  return parentId ?? (isCopy ? null : projectId);
}

function hasChanged({ state, steps }: ServiceJobRecord): boolean {
  return state === 'succeeded' || steps.some((step) => step.state === 'succeeded');
}

/**
 * Returns the project whose movie is out of date after a remix has ended. Null when nothing changed, and while another
 * remix of the project is under way: the last one to end, even if it failed, triggers the movie for all.
 * @param remixesOf returns the remixes of a project, including the ended one.
 */
export function projectToRender(
  ended: ServiceJobRecord,
  remixesOf: (projectId: string) => readonly ServiceJobRecord[],
): string | null {
  const target = targetOf(ended);
  if (target === null) return null;
  const others = remixesOf(target).filter((each) => each.jobId !== ended.jobId && targetOf(each) === target);
  if (others.some((each) => !isFinishedServiceJob(each))) return null;
  return [ended, ...waitedFor(ended, others)].some(hasChanged) ? target : null;
}

/**
 * Returns the projects of which no export has left since a remix changed them, and no remix is under way. Their movies
 * are still to be rendered, as after the app closed. The times decide, as records of any version contain them. An export
 * that was refused because it omits a mark does not count: another one with marks follows.
 * @param records jobs of one connection.
 * @param now Unix time in seconds. Leaves out remixes that ended later: the clock was wrong then, and every export would
 * count as older.
 */
export function projectsToRender(records: readonly ServiceJobRecord[], now: number): ChangedProject[] {
  const exports = records.filter((record) => record.kind === 'export' && !hasRefusedMarks(record));
  const remixes = records.filter(({ kind }) => kind === 'remix');
  const projects = new Map<string, ChangedProject>();
  for (const remix of remixes) {
    const projectId = targetOf(remix);
    const endedAt = remix.finishedAt;
    if (projectId === null || endedAt === null || endedAt > now || !hasChanged(remix)) continue;
    const isUnderWay = remixes.some((each) => targetOf(each) === projectId && !isFinishedServiceJob(each));
    const isExported = exports.some(
      (each) => each.path['projectId'] === projectId && secondsOfLeaving(each) >= endedAt,
    );
    if (!isUnderWay && !isExported) projects.set(projectId, changedProject(remix, projectId));
  }
  return [...projects.values()];
}

/** Time when an export left or, if that is unknown, was requested. One that waits leaves after all ended remixes. */
function secondsOfLeaving({ state, submittedAtMs, createdAt }: ServiceJobRecord): number {
  if (submittedAtMs !== null) return Math.floor(submittedAtMs / 1000);
  return state === 'queued' ? Infinity : createdAt;
}

/** Remixes that ended while another one was under way, back to the last time when none was. */
function waitedFor(ended: ServiceJobRecord, others: readonly ServiceJobRecord[]): ServiceJobRecord[] {
  const waited: ServiceJobRecord[] = [];
  let beganAt = ended.createdAt;
  for (const each of others.toSorted((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0))) {
    if ((each.finishedAt ?? 0) < beganAt) break;
    waited.push(each);
    beganAt = Math.min(beganAt, each.createdAt);
  }
  return waited;
}
