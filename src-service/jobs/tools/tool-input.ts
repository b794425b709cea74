import { ApiError } from '../../api-error.ts';
import { sizeOfFile } from '../../store/disk/durable-files.ts';
import type { StoredFile } from '../../store/records/stored-file.ts';
import type { ToolRunDeps } from './tool-definition.ts';

/** A tool's input file on disk. */
export interface ToolInput {
  readonly file: StoredFile;
  readonly path: string;
}

/** @throws ApiError 404 if the bytes were deleted after the start; final, because retrying cannot restore them. */
export async function findToolInput(
  deps: Pick<ToolRunDeps, 'files' | 'fileStore'>,
  fileId: string,
): Promise<ToolInput> {
  const file = deps.files.find(fileId);
  const fileName = file?.sources.download.fileName;
  if (file && fileName) {
    const path = deps.fileStore.pathOf(fileId, fileName);
    if ((await sizeOfFile(path)) !== null) return { file, path };
  }
  throw new ApiError(404, 'not_found', 'A file the tool was given is no longer on the disk.');
}
