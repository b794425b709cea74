import { readFile, writeFile } from 'node:fs/promises';
import type {
  CaptionedScene,
  ConformClipRequest,
  ConformedStill,
  ConformStillRequest,
  DrawPictureRequest,
  EngineVoice,
  LogoFrameRequest,
  MediaEngine,
  MediaFacts,
  RenderedMovie,
  RenderMovieRequest,
  SpeakSceneRequest,
  SpokenScene,
} from '../../../src-media/media-engine.ts';
import { type ProjectCaption, samplesPerFrame } from '../../../src-media/project-content.ts';
import type { TaskOptions, TaskTurn } from '../../../src-media/task-options.ts';
import type { ScriptPlan } from '../../../src-shared/script/cut-script.ts';
import { FakeAvatarTools } from './fake-avatar-tools.ts';
import { FakeClipTools } from './fake-clip-tools.ts';
import { FakeDocumentTools } from './fake-document-tools.ts';
import { createFakeFileTools } from './fake-file-tools.ts';
import { FakeImageTools } from './fake-image-tools.ts';
import { fakeRecordingTools } from './fake-recording-tools.ts';
import { FakeRemixTools } from './fake-remix-tools.ts';
import { FakeSoundTools } from './fake-sound-tools.ts';

export const fakeVoices: readonly EngineVoice[] = [
  voice('en-a', 'Alba', 'en-GB', 'FEMALE', 'scottish', 'Warm and unhurried'),
  voice('en-b', 'Bram', 'en-US', 'MALE', 'american', null),
  voice('es-c', 'Carmen', 'es-ES', 'FEMALE', null, 'Clear'),
  { ...voice('any-d', 'Dorn', 'de-DE', 'NEUTRAL', null, null), supportsAllLanguages: true },
];

function voice(
  voiceKey: string,
  displayName: string,
  languageCode: string,
  gender: EngineVoice['gender'],
  accent: string | null,
  description: string | null,
): EngineVoice {
  return { voiceKey, displayName, languageCode, gender, accent, description, supportsAllLanguages: false };
}

type TaskName =
  | 'speakScene'
  | 'drawPicture'
  | 'drawLogoFrame'
  | 'romaniseJapanese'
  | 'conformStill'
  | 'conformClip'
  | 'renderMovie'
  | 'makeThumbnail'
  | 'avatars'
  | 'documents'
  | 'remix'
  | 'files'
  | 'images'
  | 'clips'
  | 'sounds';

/** Creates small files with the right first bytes at once, unless a test holds a task back or makes it fail. */
export class FakeMediaEngine implements MediaEngine {
  readonly calls: { name: TaskName; request: unknown }[] = [];
  /** Turns of all stages of jobs so far. */
  readonly turns: TaskTurn[] = [];
  readonly #held = new Map<TaskName, Promise<unknown>>();
  readonly #failures = new Map<TaskName, unknown[]>();
  readonly clips = new FakeClipTools((...call) => this.#run(...call));
  readonly images = new FakeImageTools((...call) => this.#run(...call));
  readonly sounds = new FakeSoundTools((...call) => this.#run(...call));
  readonly recordings = fakeRecordingTools;
  readonly remix = new FakeRemixTools((...call) => this.#run(...call));
  readonly files = createFakeFileTools((name, request, options) =>
    this.#run('files', { name, request }, options),
  );
  readonly avatars = new FakeAvatarTools((...call) => this.#run(...call));
  readonly documents = new FakeDocumentTools((...call) => this.#run(...call));
  /** Length of each scene's speech. */
  spokenFrames = 30;
  isDisposed = false;

  /** Holds back the next calls of the task until the test calls the returned function. */
  hold(name: TaskName): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#held.set(name, promise);
    return () => {
      this.#held.delete(name);
      resolve(undefined);
    };
  }

  /** Makes the next calls of the task reject with these errors, one each. */
  failNext(name: TaskName, ...errors: unknown[]): void {
    this.#failures.set(name, errors);
  }

  async #run(name: TaskName, request: unknown, { signal }: TaskOptions): Promise<void> {
    this.calls.push({ name, request });
    signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => aborted.reject(signal.reason));
    await Promise.race([this.#held.get(name) ?? Promise.resolve(), aborted.promise]);
    signal.throwIfAborted();
    const failure = this.#failures.get(name)?.shift();
    if (failure !== undefined) throw failure as Error;
  }

  inTurn<Result>(turn: TaskTurn, work: () => Result): Result {
    this.turns.push(turn);
    return work();
  }

  async voices(): Promise<readonly EngineVoice[]> {
    return fakeVoices;
  }

  /** Plans one scene per line. */
  planScript(script: string): ScriptPlan {
    const lines = script.split('\n').filter((line) => /\p{L}|\p{N}/u.test(line));
    const scenes = lines.map((text) => ({ text, isHeading: false, startsParagraph: true }));
    return { title: lines[0]?.slice(0, 60) ?? '', languageCode: 'en', scenes };
  }

  async speakScene(request: SpeakSceneRequest, options: TaskOptions): Promise<SpokenScene> {
    await this.#run('speakScene', request, options);
    const { text } = request.scene;
    await writeFile(request.outputPath, `RIFF....WAVE ${text}`);
    options.onProgress?.(1);
    const words = [{ startSample: 0, endSample: 10 * samplesPerFrame, textStart: 0, textEnd: text.length }];
    return { durationFrames: this.spokenFrames, words };
  }

  async drawPicture(request: DrawPictureRequest, options: TaskOptions): Promise<void> {
    await this.#run('drawPicture', request, options);
    await writeFile(request.outputPath, Buffer.from(`\x89PNG\r\n\x1a\n${request.scene.text}`, 'latin1'));
    options.onProgress?.(1);
  }

  async conformStill(request: ConformStillRequest, options: TaskOptions): Promise<ConformedStill> {
    await this.#run('conformStill', request, options);
    await writeFile(request.outputPath, await readFile(request.inputPath));
    return { isPlain: true };
  }

  async conformClip(request: ConformClipRequest, options: TaskOptions): Promise<{ durationFrames: number }> {
    await this.#run('conformClip', request, options);
    await writeFile(request.outputPath, await readFile(request.inputPath));
    return { durationFrames: request.minDurationFrames + 15 };
  }

  layOutCaptions(scenes: readonly CaptionedScene[]): ProjectCaption[] {
    return scenes.map(({ text, startFrame, durationFrames }) => ({
      startFrame,
      durationFrames,
      lines: [text],
    }));
  }

  async renderMovie(request: RenderMovieRequest, options: TaskOptions): Promise<RenderedMovie> {
    options.onProgress?.(0.5);
    await this.#run('renderMovie', request, options);
    const bytes = Buffer.from(`....ftypisom ${JSON.stringify(request.scenes.length)}`);
    await writeFile(request.outputPath, bytes);
    const durationFrames = request.scenes.reduce((sum, scene) => sum + scene.durationFrames, 0);
    return { width: request.width, height: request.height, durationFrames, sizeBytes: bytes.byteLength };
  }

  /** Romanises every text to the same reading. */
  async romaniseJapanese(texts: readonly string[], options: TaskOptions): Promise<readonly string[]> {
    await this.#run('romaniseJapanese', texts, options);
    return texts.map(() => 'yomi');
  }

  async drawLogoFrame(request: LogoFrameRequest, options: TaskOptions): Promise<void> {
    await this.#run('drawLogoFrame', request, options);
    await writeFile(request.outputPath, Buffer.from('\x89PNG\r\n\x1a\nlogo', 'latin1'));
  }

  async probe(path: string): Promise<MediaFacts | null> {
    const head = (await readFile(path)).subarray(0, 12).toString('latin1');
    const size = { width: 640, height: 360 };
    const image = { type: 'IMAGE', durationSeconds: null, size, hasSound: false } as const;
    if (head.startsWith('\x89PNG')) return { ...image, mimeType: 'image/png' };
    if (head.startsWith('\xff\xd8\xff')) return { ...image, mimeType: 'image/jpeg' };
    if (head.slice(4, 8) === 'ftyp') {
      return { type: 'VIDEO', mimeType: 'video/mp4', durationSeconds: 2, size, hasSound: true };
    }
    if (head.startsWith('RIFF')) {
      return { type: 'AUDIO', mimeType: 'audio/wav', durationSeconds: 1, size: null, hasSound: true };
    }
    return null;
  }

  async makeThumbnail(
    path: string,
    outputPath: string,
    maxSide: number,
    options: TaskOptions,
  ): Promise<void> {
    await this.#run('makeThumbnail', { path, maxSide }, options);
    await writeFile(outputPath, Buffer.from(`\xff\xd8\xff thumbnail ${maxSide}`, 'latin1'));
  }

  async dispose(): Promise<void> {
    this.isDisposed = true;
  }
}
