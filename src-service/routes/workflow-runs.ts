import type { Caller } from '../auth/credentials.ts';
import type { Cursors } from '../http/cursors.ts';
import type { FileInfoView } from '../http/file-info.ts';
import type { Handlers } from '../http/handlers.ts';
import { pageOfRecords } from '../http/paging.ts';
import type { ServiceAddress } from '../http/service-address.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import type { ExportRepository } from '../store/export-repository.ts';
import type { RemixRepository } from '../store/remix-repository.ts';
import type { RunRepository, StoredRun } from '../store/run-repository.ts';
import { jobFieldsOf } from './job-fields.ts';
import { ownerOf, ownRecord } from './owner.ts';
import { projectUrlOf } from './project-url.ts';

export interface WorkflowRunHandlerDeps {
  readonly runs: RunRepository;
  readonly remixActions: RemixRepository;
  readonly exports: ExportRepository;
  readonly view: FileInfoView;
  readonly jobEngine: JobEngine;
  readonly cursors: Cursors;
  readonly address: ServiceAddress;
}

/** A run as the wire shows it; `isFresh` renews links near their end, as single reads do. */
export function showRun(deps: WorkflowRunHandlerDeps, run: StoredRun, isFresh: boolean) {
  const exportFileId = run.exportId === null ? null : (deps.exports.find(run.exportId)?.fileId ?? null);
  const result = deps.view.resultOf(exportFileId, { isFresh });
  return {
    workflowRunId: run.runId,
    workflowType: run.workflowType,
    ...jobFieldsOf(deps.jobEngine.standingOf(run.runId, run)),
    projectId: run.projectId,
    projectUrl: projectUrlOf(deps.address, run.projectId),
    exportId: run.exportId,
    downloadUrl: result.downloadUrl,
    downloadUrlExpiresAt: result.downloadUrlExpiresAt,
    thumbnailUrl: result.thumbnailUrl,
    thumbnailUrlExpiresAt: result.thumbnailUrlExpiresAt,
    exportFileId,
  };
}

/** Workflow runs: list, read, cancel (specification §4.2). */
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
    /** A run that has ended already stays as it is (contract supplement §3). */
    cancelWorkflowRun: ({ caller, parameters }) => {
      const { runId, projectId } = find(caller, parameters.workflowRunId);
      deps.jobEngine.cancel(runId);
      const projectUrl = projectUrlOf(deps.address, projectId);
      return {
        workflowRunId: runId,
        projectId,
        projectUrl,
        remixActionIds: deps.remixActions.listOfRun(runId),
      };
    },
  };
}
