import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../../src-shared/ipc/define.ts';
import type { ProjectService } from '../../projects/project-service.ts';

type ProjectCalls = 'project.list' | 'project.get';

export function createProjectHandlers(deps: {
  /** Of the active connection. */
  active: () => { projects: ProjectService };
}): Pick<Handlers<AppContract>, ProjectCalls> {
  return {
    'project.list': ({ cursor, limit }) => deps.active().projects.list(cursor, limit),
    'project.get': ({ projectId }) => deps.active().projects.get(projectId),
  };
}
