import type { ApiErrorBody } from '../../../src-shared/api/common.ts';

/** Events of files uploaded through the API (specification §6). */
type FileEventName =
  | 'file.upload.completed'
  | 'file.upload.failed'
  | 'file.playback_ready'
  | 'file.download_ready'
  | 'file.analysis_completed'
  | 'file.analysis_failed';

/**
 * Called within the transaction that records the event, only for files uploaded through the API. Temporary files never
 * have the two events of the analysis.
 * @param error only with `file.upload.failed` and `file.analysis_failed`
 */
export type FileEvents = (event: FileEventName, fileId: string, error?: ApiErrorBody) => void;
