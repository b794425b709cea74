import type { Caller } from '../auth/credentials.ts';
import { ownerOf, ownRecord } from '../auth/owner.ts';
import type { Cursors } from '../http/cursors.ts';
import type { Handlers } from '../http/handlers.ts';
import { pageOfRecords } from '../http/paging.ts';
import type { ServiceAddress } from '../service-address.ts';
import type { AssistantRepository } from '../store/records/assistant-repository.ts';
import type { ProjectRepository, StoredProject } from '../store/records/project-repository.ts';

export interface ProjectHandlerDeps {
  readonly projects: ProjectRepository;
  readonly assistants: AssistantRepository;
  readonly cursors: Cursors;
  readonly address: ServiceAddress;
}

/** @throws ApiError 404, or 403 for another team's project. */
export function findProject(projects: ProjectRepository, caller: Caller, projectId: string): StoredProject {
  return ownRecord(projects.find(projectId), caller, 'project');
}

/** Handlers of projects: list, read. `hideFromUi` only affects the app's own lists; the API shows all (§4.2). */
export function projectHandlers(deps: ProjectHandlerDeps): Handlers {
  const show = (project: StoredProject) => ({
    projectId: project.projectId,
    assistantId: deps.assistants.findOfProject(project.projectId)?.assistantId ?? null,
    title: project.title,
    aspectRatio: project.aspectRatio,
    status: project.status,
    createdAt: project.createdAt,
    updatedAt: project.updatedAt,
    projectUrl: deps.address.projectUrlOf(project.projectId),
  });
  return {
    listProjects: ({ caller, query }) => {
      const origins: StoredProject['origin'][] = query.includeUiProjects ? ['api', 'ui'] : ['api'];
      const { items, ...page } = pageOfRecords(deps.cursors, 'projects', query, (window) =>
        deps.projects.list(ownerOf(caller, query.selfOnly), origins, window),
      );
      return { projects: items.map(show), ...page };
    },
    getProject: ({ caller, parameters }) => show(findProject(deps.projects, caller, parameters.projectId)),
  };
}
