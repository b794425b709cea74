import type { ApiErrorBody } from '../../src-shared/api/common.ts';
import type { StoredFile } from '../store/records/stored-file.ts';
import { describeStage } from './files/describe-stage.ts';
import { changeFile, type FileJobDeps, fileJobState, settled, reportUpload } from './files/file-job.ts';
import { identifyStage } from './files/identify-stage.ts';
import { picturesStage } from './files/pictures-stage.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';

export const fileAnalysisKind = 'file-analysis';

/** Returns the id of an upload's analysis job. */
export function fileAnalysisId(fileId: string): string {
  return `analysis_${fileId}`;
}

/** Records a failed analysis. A file of unknown type has failed; an identified file stays usable. */
function recordFailure(deps: FileJobDeps, file: StoredFile, error: ApiErrorBody | undefined): void {
  const { fileId, analysisState } = file;
  const { download, preview, thumbnail, hls } = file.sources;
  const isUsable = download.status === 'ready';
  const rest = isUsable ? { preview, hls } : { preview: settled(preview), hls: settled(hls) };
  changeFile(deps, fileId, {
    analysisState: analysisState === 'LOADING' ? 'REJECTED' : analysisState,
    sources: { download: settled(download), thumbnail: settled(thumbnail), ...rest },
  });
  if (!isUsable) reportUpload(deps, 'file.upload.failed', fileId, error);
  else if (analysisState === 'LOADING') reportUpload(deps, 'file.analysis_failed', fileId, error);
}

/**
 * Creates the kind of job that analyses an upload: type, length, size, thumbnails and searchable words. It is internal
 * and has no record of its own.
 */
export function createFileAnalysisKind(deps: FileJobDeps): JobKind {
  return defineJobKind({
    kind: fileAnalysisKind,
    queue: 'short',
    stateSchema: fileJobState,
    stagesOf: () => [identifyStage(deps), picturesStage(deps), describeStage(deps)],
    recordFailure: ({ fileId }) => {
      const file = deps.files.find(fileId);
      if (file) recordFailure(deps, file, deps.jobs.readError(fileAnalysisId(fileId)) ?? undefined);
    },
  });
}
