import path from 'node:path';
import type { ClipTools } from '@dailies/media';
import { z } from 'zod';
import type { FileType } from '../../../src-shared/api/files.ts';
import type { ParsedBody } from '../../../src-shared/api/operations.ts';
import { usableFile } from '../usable-file.ts';
import { clipAsset } from './clip-asset.ts';
import {
  defineTool,
  type MadeAsset,
  type ToolDefinition,
  type ToolRunDeps,
  type ToolTask,
} from './tool-definition.ts';
import { findToolInput } from './tool-input.ts';

const requestSchema = z.object({ fileId: z.string() });

type ChangeName = 'removeVideoBackground' | 'upscaleVideo' | 'image3dEffect';

interface FileChange<Name extends ChangeName> {
  readonly toolType: string;
  /** The request field that names the file; `type` is the required file type. */
  readonly field: string;
  readonly type: FileType;
  readonly fileIdOf: (body: ParsedBody<Name>) => string;
  /** Output name with the extension of its format: `.webm` for transparent clips. */
  readonly fileName: string;
  /** Appended to the source file's name, such as ` larger`. */
  readonly suffix: string;
}

/** Defines a tool that makes a clip out of one file. */
function defineFileTool<Name extends ChangeName>(operation: Name, change: FileChange<Name>): ToolDefinition {
  const { toolType, field, type, fileIdOf } = change;
  return defineTool({
    operation,
    toolType,
    requestSchema,
    check: (deps, caller, body) => ({
      fileId: usableFile(deps.files, caller, fileIdOf(body), { field, types: [type] }).fileId,
    }),
    run: (deps, { fileId }, resultIndex, task) =>
      changeFile(deps, fileId, task, { operation, resultIndex, ...change }),
  });
}

/** Makes the clip and describes it. */
async function changeFile(
  deps: ToolRunDeps,
  fileId: string,
  task: ToolTask,
  change: {
    readonly operation: ChangeName;
    readonly resultIndex: number;
    readonly fileName: string;
    readonly suffix: string;
  },
): Promise<MadeAsset> {
  const { operation, resultIndex, fileName, suffix } = change;
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
  const made = await clips[operation](request, task);
  const source = (file.displayName ?? 'Clip').replace(/\.\w{2,5}$/u, '');
  const names = { name: `${source}${suffix}`, description: file.description || `${source}${suffix}` };
  return {
    ...clipAsset(made, { path: outputPath, thumbnailPath, ...names }),
    transcript: operation === 'image3dEffect' ? null : file.transcript,
  };
}

/** Doubles the size of a clip (specification §4.5, contract supplement §4.1). */
export const upscaleVideo = defineFileTool('upscaleVideo', {
  toolType: 'UPSCALE_VIDEO',
  field: 'videoFileId',
  type: 'VIDEO',
  fileIdOf: ({ videoFileId }) => videoFileId,
  fileName: 'larger.mp4',
  suffix: ' larger',
});

/** Removes a clip's background; makes a transparent WebM (specification §4.5, contract supplement §4.1). */
export const removeVideoBackground = defineFileTool('removeVideoBackground', {
  toolType: 'REMOVE_VIDEO_BACKGROUND',
  field: 'videoFileId',
  type: 'VIDEO',
  fileIdOf: ({ videoFileId }) => videoFileId,
  fileName: 'cut-out.webm',
  suffix: ' without background',
});

/** Makes a short clip of a camera moving inside an image (specification §4.5, contract supplement §4.1). */
export const image3dEffect = defineFileTool('image3dEffect', {
  toolType: 'IMAGE_3D_EFFECT',
  field: 'imageFileId',
  type: 'IMAGE',
  fileIdOf: ({ imageFileId }) => imageFileId,
  fileName: 'depth.mp4',
  suffix: ' in motion',
});
