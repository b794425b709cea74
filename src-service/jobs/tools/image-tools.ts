import path from 'node:path';
import { longestUpscaledSide } from '@dailies/media';
import { z } from 'zod';
import { invalidParameter } from '../../api-error.ts';
import { usableFile } from '../usable-file.ts';
import { changedName } from './display-name.ts';
import { defineTool, type MadeAsset, type ToolRunDeps, type ToolTask } from './tool-definition.ts';
import { findToolInput, type ToolInput } from './tool-input.ts';

const requestSchema = z.object({ imageFileId: z.string() });
const imageOnly = { field: 'imageFileId', types: ['IMAGE'] } as const;
const still = { type: 'IMAGE', durationSeconds: null, transcript: null } as const;

interface ChangedPicture {
  readonly width: number;
  readonly height: number;
  readonly thumbnail: { readonly width: number; readonly height: number };
}

function describe({ file }: ToolInput, change: string): string {
  return `${file.description ?? file.displayName} (${change})`;
}

/** Runs a tool that makes its own PNG thumbnail. */
async function changeWithThumbnail(
  deps: ToolRunDeps,
  imageFileId: string,
  task: ToolTask,
  outcome: { readonly change: string; readonly extension: string; readonly mimeType: string },
  run: (paths: { inputPath: string; outputPath: string; thumbnailPath: string }) => Promise<ChangedPicture>,
): Promise<MadeAsset> {
  const input = await findToolInput(deps, imageFileId);
  const outputPath = path.join(task.folder, `image.${outcome.extension}`);
  const thumbnailPath = path.join(task.folder, 'small.png');
  const { thumbnail, width, height } = await run({ inputPath: input.path, outputPath, thumbnailPath });
  return {
    ...still,
    path: outputPath,
    mimeType: outcome.mimeType,
    size: { width, height },
    displayName: changedName(input.file.displayName, outcome.change, outcome.extension),
    description: describe(input, outcome.change),
    thumbnail: { path: thumbnailPath, mimeType: 'image/png', ...thumbnail },
  };
}

/** Converts an image into a vector drawing (contract supplement §4.1). */
export const vectorizeImage = defineTool({
  operation: 'vectorizeImage',
  toolType: 'VECTORIZE_IMAGE',
  requestSchema,
  check: ({ files }, caller, { imageFileId }) => {
    usableFile(files, caller, imageFileId, imageOnly);
    return { imageFileId };
  },
  run: (deps, { imageFileId }, _resultIndex, task) => {
    const outcome = { change: 'vector', extension: 'svg', mimeType: 'image/svg+xml' };
    return changeWithThumbnail(deps, imageFileId, task, outcome, (paths) =>
      deps.engine.images.vectorize({ ...paths, isMarked: task.isMarked, seed: task.seed }, task),
    );
  },
});

/** Cuts out the subject of an image (contract supplement §4.1). */
export const removeImageBackground = defineTool({
  operation: 'removeImageBackground',
  toolType: 'REMOVE_IMAGE_BACKGROUND',
  requestSchema,
  check: ({ files }, caller, { imageFileId }) => {
    usableFile(files, caller, imageFileId, imageOnly);
    return { imageFileId };
  },
  run: (deps, { imageFileId }, _resultIndex, task) => {
    const outcome = { change: 'cut out', extension: 'png', mimeType: 'image/png' };
    return changeWithThumbnail(deps, imageFileId, task, outcome, (paths) =>
      deps.engine.images.removeBackground({ ...paths, isMarked: task.isMarked }, task),
    );
  },
});

/** Doubles the pixels of an image in each direction (contract supplement §4.1). */
export const upscaleImage = defineTool({
  operation: 'upscaleImage',
  toolType: 'UPSCALE_IMAGE',
  requestSchema,
  check: ({ files }, caller, { imageFileId }) => {
    const { width, height } = usableFile(files, caller, imageFileId, imageOnly).sources.download;
    if (Math.max(width ?? 0, height ?? 0) >= longestUpscaledSide) {
      throw invalidParameter(
        'imageFileId',
        `names an image that is ${longestUpscaledSide} pixels long already`,
      );
    }
    return { imageFileId };
  },
  run: async (deps, { imageFileId }, _resultIndex, task) => {
    const input = await findToolInput(deps, imageFileId);
    const isJpeg = input.file.sources.download.mimeType === 'image/jpeg';
    const extension = isJpeg ? 'jpg' : 'png';
    const outputPath = path.join(task.folder, `image.${extension}`);
    const { isMarked } = task;
    const size = await deps.engine.images.upscale({ inputPath: input.path, isMarked, outputPath }, task);
    return {
      ...still,
      path: outputPath,
      mimeType: isJpeg ? 'image/jpeg' : 'image/png',
      size: { ...size },
      displayName: changedName(input.file.displayName, 'upscaled', extension),
      description: describe(input, 'upscaled'),
      thumbnail: null,
    };
  },
});
