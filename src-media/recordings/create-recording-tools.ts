import type { MediaPool } from '../worker/media-pool.ts';
import { writeWholeFile } from '../write-whole-file.ts';
import type { RecordingTools } from './recording-tools.ts';

/** Work on recordings, done by the pool's threads. */
export function createRecordingTools(pool: MediaPool): RecordingTools {
  return {
    cut: (request, task) => pool.run('cutRecording', request, task),
    pad: async (request, task) => {
      await writeWholeFile(request.outputPath, (outputPath) =>
        pool.run('padRecording', { ...request, outputPath }, task),
      );
    },
  };
}
