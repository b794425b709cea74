import type { JobEngine } from '../jobs/job-engine.ts';
import type { ServiceAddress } from '../service-address.ts';
import type { ExportRepository } from '../store/records/export-repository.ts';
import type { StoredRun } from '../store/records/run-repository.ts';
import type { FileInfoView } from './file-info.ts';
import { jobFieldsOf } from './job-fields.ts';

export interface RunViewDeps {
  readonly exports: ExportRepository;
  readonly view: FileInfoView;
  readonly jobEngine: JobEngine;
  readonly address: ServiceAddress;
}

/** Shows a run in the form of the API. `isFresh` renews links near expiry, as single reads do. */
export function showRun(deps: RunViewDeps, run: StoredRun, isFresh: boolean) {
  const exportFileId = run.exportId === null ? null : (deps.exports.find(run.exportId)?.fileId ?? null);
  const result = deps.view.resultOf(exportFileId, { isFresh });
  return {
    workflowRunId: run.runId,
    workflowType: run.workflowType,
    ...jobFieldsOf(deps.jobEngine.standingOf(run.runId, run)),
    projectId: run.projectId,
    projectUrl: deps.address.projectUrlOf(run.projectId),
    exportId: run.exportId,
    downloadUrl: result.downloadUrl,
    downloadUrlExpiresAt: result.downloadUrlExpiresAt,
    thumbnailUrl: result.thumbnailUrl,
    thumbnailUrlExpiresAt: result.thumbnailUrlExpiresAt,
    exportFileId,
  };
}
