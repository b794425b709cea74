import { writeFile } from 'node:fs/promises';
import type { FocusPoint } from '../../../src-media/edit/add-zoom.ts';
import type { SceneSound } from '../../../src-media/edit/plan-clean-up.ts';
import { samplesPerFrame } from '../../../src-media/project-content.ts';
import type { CutSoundRequest, RemixTools } from '../../../src-media/remix/remix-tools.ts';
import type { TaskOptions } from '../../../src-media/task-options.ts';

type Run = (name: 'remix', request: unknown, options: TaskOptions) => Promise<void>;

/** Every sound lasts 30 frames with a pause of 12 in its middle. The point of interest lies at the upper left. */
export class FakeRemixTools implements RemixTools {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  async listenForPauses(path: string, options: TaskOptions): Promise<SceneSound> {
    await this.#run('remix', { task: 'listenForPauses', path }, options);
    const quiet = [{ start: 10 * samplesPerFrame, end: 22 * samplesPerFrame }];
    return { sampleCount: 30 * samplesPerFrame, quiet };
  }

  async cutSound(request: CutSoundRequest, options: TaskOptions): Promise<void> {
    await this.#run('remix', { task: 'cutSound', ...request }, options);
    await writeFile(request.outputPath, `RIFF....WAVE ${request.durationFrames}`);
  }

  async findFocus(path: string, options: TaskOptions): Promise<FocusPoint> {
    await this.#run('remix', { task: 'findFocus', path }, options);
    return { x: 0.4, y: 0.3 };
  }
}
