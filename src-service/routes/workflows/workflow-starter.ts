import type { AspectRatio } from '../../../src-shared/api/common.ts';
import type { ExportOptions } from '../../../src-shared/api/projects.ts';
import type { RemixAction } from '../../../src-shared/api/remix.ts';
import type { Caller } from '../../auth/credentials.ts';
import { type Clock, unixSeconds } from '../../clock.ts';
import { frameSizeOf } from '../../frame-size.ts';
import type { JobEngine } from '../../jobs/job-engine.ts';
import type { BuildState } from '../../jobs/project-build/project-draft.ts';
import { insertRemixActions } from '../../jobs/remix/insert-remix-actions.ts';
import { newId } from '../../new-id.ts';
import type { ServiceAddress } from '../../service-address.ts';
import type { AssistantRepository } from '../../store/records/assistant-repository.ts';
import type { ProjectRepository } from '../../store/records/project-repository.ts';
import type { RemixRepository } from '../../store/records/remix-repository.ts';
import type { RunRepository } from '../../store/records/run-repository.ts';
import { chooseMovieOptions } from '../movie-options.ts';
import type { RemixPlanner } from '../remix-planner.ts';

export interface WorkflowStarterDeps {
  readonly remixPlanner: RemixPlanner;
  readonly runs: RunRepository;
  readonly remixActions: RemixRepository;
  readonly projects: ProjectRepository;
  readonly assistants: AssistantRepository;
  readonly jobEngine: JobEngine;
  readonly address: ServiceAddress;
  readonly clock: Clock;
}

/** Title of a project whose request has no words for one. */
const untitled = 'Untitled';

/** The fields of every workflow start (specification §4.2) that affect the result. */
export interface StartBody {
  readonly aspectRatio: AspectRatio;
  readonly hideFromUi: boolean;
  readonly isOutputTemporary?: boolean;
  readonly autoExport?: boolean;
  readonly exportOptions?: ExportOptions;
  readonly remixActions: readonly RemixAction[];
}

/** A run as prepared by its route. */
interface NewRun {
  readonly workflowType: string;
  readonly kind: string;
  readonly title: string;
  /** The fields that the workflow alone has. */
  readonly request: object;
}

/**
 * Returns the shared part of a run's request. Ignores `exportOptions` without `autoExport` (contract supplement §9, S3).
 * @throws ApiError as `chooseMovieOptions`.
 */
export function buildRequestOf(
  caller: Caller,
  body: StartBody,
  projectId: string,
): Omit<BuildState, 'mediaFileIds'> {
  const { autoExport = false, exportOptions } = body;
  return {
    projectId,
    hasRemixActions: body.remixActions.length > 0,
    isTemporary: body.isOutputTemporary ?? false,
    ...frameSizeOf(body.aspectRatio),
    movie: autoExport && exportOptions ? chooseMovieOptions(exportOptions, caller.plan) : null,
  };
}

/** Starts the runs of all workflows. */
export class WorkflowStarter {
  readonly #deps: WorkflowStarterDeps;

  constructor(deps: WorkflowStarterDeps) {
    this.#deps = deps;
  }

  /** Creates the project and the run in one transaction and answers the start. */
  start(caller: Caller, body: StartBody, run: NewRun) {
    const deps = this.#deps;
    const { teamId, userId } = caller;
    const projectId = newId('proj');
    const state = { ...buildRequestOf(caller, body, projectId), ...run.request };
    const runId = newId('work');
    const actions = deps.remixPlanner.plan(caller, body.remixActions, null);
    const isTemporary = body.isOutputTemporary ?? false;
    const remixActionIds = deps.jobEngine.accept((jobs) => {
      deps.projects.insert({
        projectId,
        teamId,
        userId,
        origin: 'api',
        isHidden: body.hideFromUi,
        title: run.title.trim() === '' ? untitled : run.title,
        aspectRatio: body.aspectRatio,
        createdAt: unixSeconds(deps.clock),
      });
      deps.assistants.insert({ assistantId: newId('asst'), projectId, teamId, userId });
      jobs.insert({ jobId: runId, kind: run.kind, state });
      deps.runs.insert({ runId, teamId, userId, workflowType: run.workflowType, projectId });
      return insertRemixActions(
        { ...deps, jobs },
        { projectId, teamId, userId, isTemporary, runId },
        actions,
      );
    });
    const projectUrl = deps.address.projectUrlOf(projectId);
    return { workflowRunId: runId, projectId, projectUrl, remixActionIds };
  }
}
