import type { ProjectSummary } from '../../../src-shared/contract/project.ts';
import { formatAspectRatio } from '../../format/aspect-ratio.ts';
import { formatRunningTime } from '../../format/duration.ts';
import type { Messages } from '../../i18n/messages.ts';

/** The details of a project as shown under its poster and in the list. */
export interface ProjectWords {
  readonly frame: string;
  readonly length: string | null;
  readonly changed: string;
}

export function describeProject(project: ProjectSummary, messages: Messages): ProjectWords {
  return {
    frame: formatAspectRatio(project.aspectRatio),
    length: project.durationSeconds === null ? null : formatRunningTime(project.durationSeconds),
    changed: messages.moment(project.updatedAt),
  };
}
