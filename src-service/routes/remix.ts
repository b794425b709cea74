import type { Caller } from '../auth/credentials.ts';
import type { Cursors } from '../http/cursors.ts';
import type { Call, Handlers } from '../http/handlers.ts';
import { pageOfRecords } from '../http/paging.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import { readProject } from '../jobs/project-media.ts';
import { insertRemixActions, type PlannedRemixAction } from '../jobs/remix/insert-remix-actions.ts';
import type { ProjectCopier } from '../jobs/remix/project-copier.ts';
import type { ServiceAddress } from '../service-address.ts';
import type { ProjectRepository } from '../store/records/project-repository.ts';
import type { RemixRepository } from '../store/records/remix-repository.ts';
import type { RunRepository } from '../store/records/run-repository.ts';
import { jobFieldsOf } from '../views/job-fields.ts';
import { assertReady } from './exports.ts';
import { findProject } from './projects.ts';
import type { RemixPlanner } from './remix-planner.ts';

export interface RemixHandlerDeps {
  readonly remixPlanner: RemixPlanner;
  readonly projects: ProjectRepository;
  readonly runs: RunRepository;
  readonly remixActions: RemixRepository;
  readonly jobEngine: JobEngine;
  readonly projectCopier: ProjectCopier;
  readonly cursors: Cursors;
  readonly address: ServiceAddress;
}

/** Records the actions for a project, together with the project's own records if it is a copy. */
function accept(
  deps: RemixHandlerDeps,
  { teamId, userId }: Caller,
  projectId: string,
  actions: readonly PlannedRemixAction[],
  recordProject?: () => void,
) {
  const remixActionIds = deps.jobEngine.accept((jobs) => {
    recordProject?.();
    return insertRemixActions({ ...deps, jobs }, { projectId, teamId, userId, isTemporary: false }, actions);
  });
  return { projectId, projectUrl: deps.address.projectUrlOf(projectId), remixActionIds };
}

async function acceptForCopy(
  deps: RemixHandlerDeps,
  caller: Caller,
  projectId: string,
  actions: readonly PlannedRemixAction[],
) {
  const copy = await deps.projectCopier.copy(projectId, caller.userId);
  try {
    return accept(deps, caller, copy.projectId, actions, copy.record);
  } catch (error) {
    await copy.discard();
    throw error;
  }
}

async function start(deps: RemixHandlerDeps, { caller, parameters, body }: Call<'remixProject'>) {
  const project = findProject(deps.projects, caller, parameters.projectId);
  assertReady(deps.runs, project);
  const { projectId } = project;
  const { languageCode } = readProject(deps, projectId).content;
  const actions = deps.remixPlanner.plan(caller, body.remixActions, languageCode);
  if (body.saveAsNewProject) return acceptForCopy(deps, caller, projectId, actions);
  return accept(deps, caller, projectId, actions);
}

/** Handlers of remix actions on finished projects: start and list (specification §4.3, contract supplement §4.3.1). */
export function remixHandlers(deps: RemixHandlerDeps): Handlers {
  return {
    remixProject: (call) => start(deps, call),
    listRemixActions: ({ caller, parameters, query }) => {
      const { projectId } = findProject(deps.projects, caller, parameters.projectId);
      const list = `remix actions of ${projectId}`;
      const { items, ...page } = pageOfRecords(deps.cursors, list, query, (window) =>
        deps.remixActions.list(projectId, window),
      );
      const remixActions = items.map((action) => ({
        remixActionId: action.remixActionId,
        type: action.type,
        projectId,
        projectUrl: deps.address.projectUrlOf(projectId),
        ...jobFieldsOf(deps.jobEngine.standingOf(action.remixActionId, action)),
      }));
      return { remixActions, ...page };
    },
  };
}
