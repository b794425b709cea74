import type { Caller } from '../../auth/credentials.ts';
import { ownerOf, ownRecord } from '../../auth/owner.ts';
import type { Cursors } from '../../http/cursors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { pageOfRecords } from '../../http/paging.ts';
import type { RemixRepository } from '../../store/records/remix-repository.ts';
import type { RunRepository, StoredRun } from '../../store/records/run-repository.ts';
import { type RunViewDeps, showRun } from '../../views/run-view.ts';

export interface WorkflowRunHandlerDeps extends RunViewDeps {
  readonly runs: RunRepository;
  readonly remixActions: RemixRepository;
  readonly cursors: Cursors;
}

/** Handlers of workflow runs: list, read, cancel (specification §4.2). */
export function workflowRunHandlers(deps: WorkflowRunHandlerDeps): Handlers {
  const find = (caller: Caller, runId: string): StoredRun =>
    ownRecord(deps.runs.find(runId), caller, 'workflow run');
  return {
    listWorkflowRuns: ({ caller, query }) => {
      const { items, ...page } = pageOfRecords(deps.cursors, 'workflow-runs', query, (window) =>
        deps.runs.list(ownerOf(caller, query.selfOnly), window),
      );
      return { workflowRuns: items.map((run) => showRun(deps, run, false)), ...page };
    },
    getWorkflowRun: ({ caller, parameters, setHeader }) => {
      const run = find(caller, parameters.workflowRunId);
      const { stageName } = deps.jobEngine.standingOf(run.runId, run);
      if (stageName !== null) setHeader('x-run-stage', stageName);
      return showRun(deps, run, true);
    },
    /** Does nothing if the run has ended already (contract supplement §3). */
    cancelWorkflowRun: ({ caller, parameters }) => {
      const { runId, projectId } = find(caller, parameters.workflowRunId);
      deps.jobEngine.cancel(runId);
      const projectUrl = deps.address.projectUrlOf(projectId);
      return {
        workflowRunId: runId,
        projectId,
        projectUrl,
        remixActionIds: deps.remixActions.listOfRun(runId),
      };
    },
  };
}
