import type { MediaPool } from '../worker/media-pool.ts';
import { writeWholeFile as whole } from '../write-whole-file.ts';
import type { ImageTools, VectorizeRequest } from './image-tools.ts';

/** Two files that are both there or both not. */
function wholePair<Request extends Pick<VectorizeRequest, 'outputPath' | 'thumbnailPath'>, Result>(
  request: Request,
  write: (request: Request) => Promise<Result>,
): Promise<Result> {
  return whole(request.outputPath, (outputPath) =>
    whole(request.thumbnailPath, (thumbnailPath) => write({ ...request, outputPath, thumbnailPath })),
  );
}

/** The image tools on a pool's threads. */
export function createImageTools(pool: MediaPool): ImageTools {
  return {
    generate: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('imageGenerate', { ...request, outputPath }, task)),
    vectorize: (request, task) => wholePair(request, (paths) => pool.run('imageVectorize', paths, task)),
    removeBackground: (request, task) =>
      wholePair(request, (paths) => pool.run('imageRemoveBackground', paths, task)),
    upscale: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('imageUpscale', { ...request, outputPath }, task)),
  };
}
