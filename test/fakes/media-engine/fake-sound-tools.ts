import { writeFile } from 'node:fs/promises';
import type {
  JoinRecordingsRequest,
  MusicRequest,
  SoundEffectRequest,
  SoundTools,
} from '../../../src-media/sounds/sound-tools.ts';
import type { TaskOptions } from '../../../src-media/task-options.ts';

/** Creates small files with the right first bytes at once, unless the test holds the task back. */
export class FakeSoundTools implements SoundTools {
  readonly #run: (name: 'sounds', request: unknown, options: TaskOptions) => Promise<void>;

  /** @param run records the call, and waits or fails as the test wishes */
  constructor(run: (name: 'sounds', request: unknown, options: TaskOptions) => Promise<void>) {
    this.#run = run;
  }

  async generateEffect(request: SoundEffectRequest, options: TaskOptions) {
    await this.#run('sounds', request, options);
    await writeFile(request.outputPath, `RIFF....WAVE ${request.prompt} ${request.seed}`);
    return { durationSeconds: request.durationSeconds };
  }

  async composeMusic(request: MusicRequest, options: TaskOptions) {
    await this.#run('sounds', request, options);
    await writeFile(request.outputPath, `RIFF....WAVE ${request.prompt} ${request.seed}`);
    return { durationSeconds: request.durationSeconds };
  }

  async joinRecordings(request: JoinRecordingsRequest, options: TaskOptions) {
    await this.#run('sounds', request, options);
    await writeFile(request.outputPath, 'RIFF....WAVE joined');
    return { durationSeconds: request.inputPaths.length };
  }
}
