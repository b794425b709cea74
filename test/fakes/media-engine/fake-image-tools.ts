import { writeFile } from 'node:fs/promises';
import type {
  GenerateImageRequest,
  ImageTools,
  RemoveBackgroundRequest,
  UpscaleRequest,
  VectorizeRequest,
} from '../../../src-media/images/image-tools.ts';
import type { TaskOptions } from '../../../src-media/task-options.ts';

const png = (text: string) => Buffer.from(`\x89PNG\r\n\x1a\n${text}`, 'latin1');
const size = { width: 640, height: 360 };
const withThumbnail = { ...size, thumbnail: { width: 480, height: 270 } };

/** Creates small files with the right first bytes at once, unless the test holds the task back. */
export class FakeImageTools implements ImageTools {
  readonly #run: (name: 'images', request: unknown, options: TaskOptions) => Promise<void>;

  /** @param run records the call, and waits or fails as the test wishes */
  constructor(run: (name: 'images', request: unknown, options: TaskOptions) => Promise<void>) {
    this.#run = run;
  }

  async generate(request: GenerateImageRequest, options: TaskOptions) {
    await this.#run('images', request, options);
    await writeFile(request.outputPath, png(`${request.prompt} ${request.seed}`));
    return { width: request.width, height: request.height };
  }

  async vectorize(request: VectorizeRequest, options: TaskOptions) {
    await this.#run('images', request, options);
    await writeFile(request.outputPath, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"/>');
    await writeFile(request.thumbnailPath, png('thumbnail'));
    return withThumbnail;
  }

  async removeBackground(request: RemoveBackgroundRequest, options: TaskOptions) {
    await this.#run('images', request, options);
    await writeFile(request.outputPath, png('cut out'));
    await writeFile(request.thumbnailPath, png('thumbnail'));
    return withThumbnail;
  }

  async upscale(request: UpscaleRequest, options: TaskOptions) {
    await this.#run('images', request, options);
    await writeFile(request.outputPath, png('larger'));
    return { width: 1280, height: 720 };
  }
}
