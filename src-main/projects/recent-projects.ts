import { z } from 'zod';
import type { SettingsRepository } from '../state/settings-repository.ts';

const recentProjectSchema = z.object({
  connectionId: z.string(),
  projectId: z.string(),
  /** Title of the project when it was opened. */
  title: z.string(),
});

/** A project of a connection that the user opened. */
export type RecentProject = z.infer<typeof recentProjectSchema>;

const key = 'recentProjects';
const maxRecent = 10;

/** The projects opened last, newest first, at most ten, for the system's menus. */
export class RecentProjects {
  readonly #repository: Pick<SettingsRepository, 'read' | 'write'>;
  readonly #listeners = new Set<() => void>();

  constructor(deps: { repository: Pick<SettingsRepository, 'read' | 'write'> }) {
    this.#repository = deps.repository;
  }

  list(): readonly RecentProject[] {
    return this.#repository.read(key, z.array(recentProjectSchema)) ?? [];
  }

  /** Records that the user opened a project. @throws AppError `disk_full`; the list stays as it was. */
  note(project: RecentProject): void {
    const others = this.list().filter((each) => !isSame(each, project));
    this.#write([project, ...others].slice(0, maxRecent));
  }

  /** Removes a project that the service no longer has. */
  forget(project: Pick<RecentProject, 'connectionId' | 'projectId'>): void {
    this.#keep((each) => !isSame(each, project));
  }

  forgetConnection(connectionId: string): void {
    this.#keep((each) => each.connectionId !== connectionId);
  }

  clear(): void {
    this.#keep(() => false);
  }

  /** Calls back after every change. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  #keep(isKept: (project: RecentProject) => boolean): void {
    const known = this.list();
    const kept = known.filter(isKept);
    if (kept.length < known.length) this.#write(kept);
  }

  #write(projects: readonly RecentProject[]): void {
    if (JSON.stringify(projects) === JSON.stringify(this.list())) return;
    this.#repository.write(key, projects);
    for (const listener of this.#listeners) listener();
  }
}

function isSame(
  a: Pick<RecentProject, 'connectionId' | 'projectId'>,
  b: Pick<RecentProject, 'connectionId' | 'projectId'>,
): boolean {
  return a.connectionId === b.connectionId && a.projectId === b.projectId;
}
