import { writeFile } from 'node:fs/promises';
import type {
  AvatarTools,
  PresenterClipRequest,
  SpeakingClipRequest,
} from '../../../src-media/avatars/avatar-tools.ts';
import type { TaskOptions } from '../../../src-media/task-options.ts';

type Run = (name: 'avatars', request: unknown, options: TaskOptions) => Promise<void>;

/** Creates small files with the right first bytes at once, unless the test holds the task back. */
export class FakeAvatarTools implements AvatarTools {
  readonly #run: Run;

  /** @param run records the call, and waits or fails as the test wishes */
  constructor(run: Run) {
    this.#run = run;
  }

  async speakingClip(request: SpeakingClipRequest, options: TaskOptions) {
    await this.#run('avatars', request, options);
    await writeFile(request.outputPath, '....ftypisom avatar');
    return { width: request.shortSide, height: request.shortSide, durationFrames: 60 };
  }

  async presenterClip(request: PresenterClipRequest, options: TaskOptions) {
    await this.#run('avatars', request, options);
    await writeFile(request.outputPath, Buffer.from('\x1a\x45\xdf\xa3....webm', 'latin1'));
    return { width: request.side, height: request.side, durationFrames: request.durationFrames };
  }
}
