import type { UpdatePreview } from '../keep/describe-update.ts';
import type { KeptCut, CutToKeep } from '../keep/kept-cut.ts';
import type { EditToUpdate } from '../keep/update-edit.ts';
import type { Examined, ExamineOptions } from '../read/examine-return.ts';
import type { FileToMatch, FoundVersion } from '../read/find-version.ts';
import type { OfSeenCut } from '../read/returned-cut.ts';
import type { ReturnFile } from '../watch/return-files.ts';

/** What the work on a file gets besides its input. */
export type ReadContext = Pick<ExamineOptions, 'hashFile' | 'onRead'>;

/** A file to examine. */
export interface FileToExamine extends Omit<ExamineOptions, keyof ReadContext> {
  readonly file: ReturnFile;
}

/**
 * Reads, compares, describes and merges what others wrote, outside the main thread. Inputs and results are plain data.
 * @throws AppError `document_unreadable` with `reason` `too_complex` for a file that takes too much time or memory,
 * `file_unreadable` with `reason` `too_slow` for one whose drive does not respond, `cancelled` when the app closes.
 */
export interface ReturnReader {
  /** Identifies a file and, for a return, describes its changes. Such an error is a result too, unless the app closes. */
  examine(input: FileToExamine): Promise<Examined>;
  /** Finds the version of a file; `no_timeline` for XML of another kind, null where no version matches. */
  findVersion(input: FileToMatch): Promise<FoundVersion | 'no_timeline' | null>;
  /** Reads the cut of a return that becomes a version. @throws as `readKeptCut`. */
  cutToKeep(input: CutToKeep): Promise<OfSeenCut<KeptCut>>;
  /** Makes an update and describes it. @throws as `updateEdit`. */
  previewUpdate(input: EditToUpdate): Promise<OfSeenCut<UpdatePreview>>;
}
