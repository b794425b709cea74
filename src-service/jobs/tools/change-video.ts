import path from 'node:path';
import type { ClipTools } from '@dailies/media';
import { z } from 'zod';
import type { FileType } from '../../../src-shared/api/files.ts';
import type { Caller } from '../../auth/credentials.ts';
import { usableFile } from '../usable-file.ts';
import { clipAsset } from './clip-asset.ts';
import type { MadeAsset, ToolCheckDeps, ToolRunDeps, ToolTask } from './tool-definition.ts';
import { findToolInput } from './tool-input.ts';

/** A tool that makes a clip out of one file. */
export const fileRequestSchema = z.object({ fileId: z.string() });
type FileRequest = z.output<typeof fileRequestSchema>;

/** @throws ApiError 404, 403, 400 naming the field */
export function checkFile(
  deps: ToolCheckDeps,
  caller: Caller,
  fileId: string,
  { field, type }: { readonly field: string; readonly type: FileType },
): FileRequest {
  return { fileId: usableFile(deps.files, caller, fileId, { field, types: [type] }).fileId };
}

export interface FileChange {
  readonly change: 'removeVideoBackground' | 'upscaleVideo' | 'image3dEffect';
  /** With the suffix of its kind: `.webm` for what is transparent. */
  readonly fileName: string;
  /** Put behind the name of the file it is made of, such as ` larger`. */
  readonly suffix: string;
  readonly resultIndex?: number;
}

/** Makes the clip and tells what it is. */
export async function changeFile(
  deps: ToolRunDeps,
  { fileId }: FileRequest,
  task: ToolTask,
  { change, fileName, suffix, resultIndex = 0 }: FileChange,
): Promise<MadeAsset> {
  const { file, path: inputPath } = await findToolInput(deps, fileId);
  const outputPath = path.join(task.folder, fileName);
  const thumbnailPath = fileName.endsWith('.webm') ? path.join(task.folder, 'thumbnail.png') : null;
  const request = {
    inputPath,
    outputPath,
    resultIndex,
    hasWatermark: task.isMarked,
    ...(thumbnailPath !== null && { thumbnailPath }),
  };
  const clips: ClipTools = deps.engine.clips;
  const made = await clips[change](request, task);
  const source = (file.displayName ?? 'Clip').replace(/\.\w{2,5}$/u, '');
  const names = { name: `${source}${suffix}`, description: file.description || `${source}${suffix}` };
  return {
    ...clipAsset(made, { path: outputPath, thumbnailPath, ...names }),
    transcript: change === 'image3dEffect' ? null : file.transcript,
  };
}
