import type { StoredToolExecution } from '../store/tool-execution-repository.ts';
import type { FileInfoView } from './file-info.ts';

/**
 * The results of an execution as the wire shows them (contract supplement §4.1); those whose file is gone are left
 * out. @param isFresh single reads renew links near their end, lists do not.
 */
export function toolResultsOf(view: FileInfoView, execution: StoredToolExecution, isFresh: boolean) {
  return execution.resultFileIds.flatMap((fileId) => {
    const { file, ...links } = view.resultOf(fileId, { isFresh, isInline: true });
    if (!file || file.type === null) return [];
    return [{ fileId, type: file.type, ...links, file }];
  });
}
