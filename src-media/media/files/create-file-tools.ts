import type { MediaPool } from '../../worker/media-pool.ts';
import { writeWholeFile } from '../../write-whole-file.ts';
import type { FileTools } from './file-tools.ts';

/** The tools on the engine's worker threads. */
export function createFileTools(pool: MediaPool): FileTools {
  return {
    makePreview: (request, task) =>
      writeWholeFile(request.outputPath, (outputPath) =>
        pool.run('fileMakePreview', { ...request, outputPath }, task),
      ),
    makeStreaming: (request, task) => pool.run('fileMakeStreaming', request, task),
    measurePicture: (path, task) => pool.run('fileMeasurePicture', path, task),
    measureMovie: (path, task) => pool.run('fileMeasureMovie', path, task),
    measureSound: (path, task) => pool.run('fileMeasureSound', path, task),
  };
}
