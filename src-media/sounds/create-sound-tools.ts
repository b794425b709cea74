import type { MediaPool } from '../worker/media-pool.ts';
import { writeWholeFile as whole } from '../write-whole-file.ts';
import type { SoundTools } from './sound-tools.ts';

/** The sound tools on a pool's threads. */
export function createSoundTools(pool: MediaPool): SoundTools {
  return {
    generateEffect: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('soundEffect', { ...request, outputPath }, task)),
    composeMusic: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('soundMusic', { ...request, outputPath }, task)),
    joinRecordings: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('soundJoin', { ...request, outputPath }, task)),
  };
}
