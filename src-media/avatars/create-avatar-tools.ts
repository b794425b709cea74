import type { MediaPool } from '../worker/media-pool.ts';
import { writeWholeFile } from '../write-whole-file.ts';
import type { AvatarTools } from './avatar-tools.ts';

/** People who speak, drawn by the pool's threads. */
export function createAvatarTools(pool: MediaPool): AvatarTools {
  return {
    speakingClip: (request, task) =>
      writeWholeFile(request.outputPath, (outputPath) =>
        pool.run('avatarSpeakingClip', { ...request, outputPath }, task),
      ),
    presenterClip: (request, task) =>
      writeWholeFile(request.outputPath, (outputPath) =>
        pool.run('avatarPresenterClip', { ...request, outputPath }, task),
      ),
  };
}
