import type { StoredToolExecution } from '../store/records/tool-execution-repository.ts';
import type { FileInfoView } from './file-info.ts';

/**
 * Shows an execution's results in the form of the API (contract supplement §4.1), without those whose file is gone.
 * @param isFresh renews links near expiry; single reads do, lists do not.
 */
export function toolResultsOf(view: FileInfoView, execution: StoredToolExecution, isFresh: boolean) {
  return execution.resultFileIds.flatMap((fileId) => {
    const { file, ...links } = view.resultOf(fileId, { isFresh, isInline: true });
    if (!file || file.type === null) return [];
    return [{ fileId, type: file.type, ...links, file }];
  });
}
