import type { MediaPool } from '../worker/media-pool.ts';
import { writeWholeFile } from '../write-whole-file.ts';
import type { RemixTools } from './remix-tools.ts';

/** The remix tools at work on the engine's threads. */
export function createRemixTools(pool: MediaPool): RemixTools {
  return {
    listenForPauses: (path, task) => pool.run('remixListenForPauses', path, task),
    cutSound: async (request, task) => {
      await writeWholeFile(request.outputPath, (outputPath) =>
        pool.run('remixCutSound', { ...request, outputPath }, task),
      );
    },
    findFocus: (path, task) => pool.run('remixFindFocus', path, task),
  };
}
