import type { ApiErrorBody } from '../../../src-shared/api/common.ts';

/** The events of files that were uploaded through the API (specification §6). */
type FileEventName =
  | 'file.upload.completed'
  | 'file.upload.failed'
  | 'file.playback_ready'
  | 'file.download_ready'
  | 'file.analysis_completed'
  | 'file.analysis_failed';

/**
 * Called within the transaction that records what happened. Only for files uploaded through the API; the two events of
 * the analysis never for temporary ones.
 *
 * @param error why; only with `file.upload.failed` and `file.analysis_failed`
 */
export type FileEvents = (event: FileEventName, fileId: string, error?: ApiErrorBody) => void;
