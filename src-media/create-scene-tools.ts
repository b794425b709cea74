import type { MediaEngine } from './media-engine.ts';
import type { PartCache } from './render/part-cache.ts';
import { renderMovie } from './render/render-movie.ts';
import type { Narrator } from './speech/narrator.ts';
import type { MediaTaskRunner } from './worker/media-tasks.ts';
import { writeWholeFile } from './write-whole-file.ts';

type SceneTask =
  | 'voices'
  | 'speakScene'
  | 'romaniseJapanese'
  | 'drawPicture'
  | 'conformStill'
  | 'conformClip'
  | 'renderMovie'
  | 'drawLogoFrame'
  | 'probe'
  | 'makeThumbnail';

interface SceneToolsDeps {
  readonly pool: MediaTaskRunner;
  readonly narrator: Narrator;
  readonly parts: PartCache;
  readonly temporaryFolder: string;
}

/** Creates the scene and movie tools on a pool's threads. They write each file completely or not at all. */
export function createSceneTools(deps: SceneToolsDeps): Pick<MediaEngine, SceneTask> {
  const { pool, narrator } = deps;
  const whole = writeWholeFile;
  return {
    voices: () => narrator.voices(),
    speakScene: (request, task) =>
      whole(request.outputPath, (outputPath) => narrator.speakScene({ ...request, outputPath }, task)),
    romaniseJapanese: (texts, task) => pool.run('romaniseJapanese', texts, task),
    drawPicture: async (request, task) => {
      await whole(request.outputPath, (outputPath) =>
        pool.run('drawPicture', { ...request, outputPath }, task),
      );
    },
    conformStill: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('conformStill', { ...request, outputPath }, task)),
    conformClip: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('conformClip', { ...request, outputPath }, task)),
    renderMovie: (request, task) =>
      whole(request.outputPath, (outputPath) => renderMovie({ ...request, outputPath }, task, deps)),
    drawLogoFrame: async (request, task) => {
      await whole(request.outputPath, (outputPath) =>
        pool.run('drawLogoFrame', { ...request, outputPath }, task),
      );
    },
    probe: (path) => pool.run('probe', path, { signal: new AbortController().signal }),
    makeThumbnail: async (inputPath, thumbnailPath, maxSide, task) => {
      await whole(thumbnailPath, (outputPath) =>
        pool.run('makeThumbnail', { inputPath, outputPath, maxSide }, task),
      );
    },
  };
}
