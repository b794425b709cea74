import { writeFile } from 'node:fs/promises';
import type {
  AnimateStillRequest,
  ClipFileRequest,
  ClipTools,
  CutOutRequest,
  EditorClipRequest,
  GenerateClipRequest,
  MotionGraphicRequest,
} from '../../../src-media/clips/clip-tools.ts';
import type { TaskOptions } from '../../../src-media/task-options.ts';

type Run = (name: 'clips', request: unknown, options: TaskOptions) => Promise<void>;

const mp4 = (text: string) => Buffer.from(`....ftypisom ${text}`, 'latin1');
const webm = (text: string) => Buffer.from(`\x1a\x45\xdf\xa3....webm ${text}`, 'latin1');
const facts = { width: 640, height: 360, durationSeconds: 5, hasSound: false, thumbnail: null };
const thumbnail = { width: 480, height: 270 };

/** Creates small files with the right first bytes at once, unless the test holds the task back. */
export class FakeClipTools implements ClipTools {
  readonly #run: Run;

  /** @param run records the call, and waits or fails as the test wishes */
  constructor(run: Run) {
    this.#run = run;
  }

  async generateClip(request: GenerateClipRequest, options: TaskOptions) {
    await this.#run('clips', request, options);
    await writeFile(request.outputPath, mp4(`${request.prompt} ${request.seed}`));
    const { width, height, durationSeconds, maxSeconds, spokenDialogue, hasAmbience, hasMusic } = request;
    const hasSound = spokenDialogue !== '' || hasAmbience || hasMusic;
    return { ...facts, width, height, hasSound, durationSeconds: Math.min(durationSeconds ?? 5, maxSeconds) };
  }

  async motionGraphic(request: MotionGraphicRequest, options: TaskOptions) {
    await this.#run('clips', request, options);
    await writeFile(request.outputPath, request.isTransparent ? webm(request.prompt) : mp4(request.prompt));
    const { width, height, durationSeconds } = request;
    return { ...facts, width, height, durationSeconds: durationSeconds ?? 5, ...(await small(request)) };
  }

  async removeVideoBackground(request: CutOutRequest, options: TaskOptions) {
    await this.#run('clips', request, options);
    await writeFile(request.outputPath, webm('cut out'));
    return { ...facts, ...(await small(request)) };
  }

  async upscaleVideo(request: ClipFileRequest, options: TaskOptions) {
    await this.#run('clips', request, options);
    await writeFile(request.outputPath, mp4('larger'));
    return { ...facts, width: 1280, height: 720 };
  }

  async image3dEffect(request: ClipFileRequest, options: TaskOptions) {
    await this.#run('clips', request, options);
    await writeFile(request.outputPath, mp4('deep'));
    return facts;
  }

  async editorClip(request: EditorClipRequest, options: TaskOptions): Promise<void> {
    await this.#run('clips', request, options);
    await writeFile(request.outputPath, Buffer.from('....ftypqt   for editors', 'latin1'));
  }

  async animateStill(request: AnimateStillRequest, options: TaskOptions) {
    await this.#run('clips', request, options);
    await writeFile(request.outputPath, mp4('moving'));
    const { width, height, durationFrames } = request;
    return { ...facts, width, height, durationSeconds: durationFrames / 30 };
  }
}

async function small({ thumbnailPath }: { readonly thumbnailPath?: string }) {
  if (thumbnailPath === undefined) return { thumbnail: null };
  await writeFile(thumbnailPath, Buffer.from('\x89PNG\r\n\x1a\nthumbnail', 'latin1'));
  return { thumbnail };
}
