import type { ProjectSummary } from '../../../src-shared/contract/project.ts';
import { compareNames } from '../../format/compare-names.ts';

export const projectSorts = ['changed', 'created', 'title', 'length'] as const;
export type ProjectSort = (typeof projectSorts)[number];

/** `all` leaves out projects that the user has hidden. */
export const projectFilters = ['all', 'ready', 'generating', 'hidden'] as const;
export type ProjectFilter = (typeof projectFilters)[number];

export interface Arrangement {
  /** Words to find in the title, in lower case. */
  readonly words: readonly string[];
  readonly sort: ProjectSort;
  readonly filter: ProjectFilter;
  readonly hiddenIds: ReadonlySet<string>;
}

const compare: Record<ProjectSort, (a: ProjectSummary, b: ProjectSummary) => number> = {
  changed: (a, b) => b.updatedAt - a.updatedAt,
  created: (a, b) => b.createdAt - a.createdAt,
  title: (a, b) => compareNames(a.title, b.title),
  length: (a, b) => (b.durationSeconds ?? -1) - (a.durationSeconds ?? -1),
};

/** Returns the projects to show, in order. */
export function arrangeProjects(
  summaries: readonly ProjectSummary[],
  { words, sort, filter, hiddenIds }: Arrangement,
): readonly ProjectSummary[] {
  const shown = summaries.filter((project) => {
    const title = project.title.toLocaleLowerCase();
    const isAsked = filter === 'all' || filter === 'hidden' || project.status === filter;
    const isHidden = hiddenIds.has(project.projectId);
    return isAsked && isHidden === (filter === 'hidden') && words.every((word) => title.includes(word));
  });
  return shown.sort(compare[sort]);
}
