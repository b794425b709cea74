import type { AvatarTools } from './avatars/avatar-tools.ts';
import type { DocumentTools } from './documents/document-tools.ts';
import type { ImageTools, VectorizeRequest } from './images/image-tools.ts';
import type { FileTools } from './media/files/file-tools.ts';
import type { RecordingTools } from './recordings/recording-tools.ts';
import type { RemixTools } from './remix/remix-tools.ts';
import type { SoundTools } from './sounds/sound-tools.ts';
import type { MediaTaskRunner } from './worker/media-tasks.ts';
import { writeWholeFile as whole } from './write-whole-file.ts';

/** Creates the sound tools, which run on a pool's threads. */
export function createSoundTools(pool: MediaTaskRunner): SoundTools {
  return {
    generateEffect: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('soundEffect', { ...request, outputPath }, task)),
    composeMusic: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('soundMusic', { ...request, outputPath }, task)),
    joinRecordings: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('soundJoin', { ...request, outputPath }, task)),
  };
}

/** Creates the remix tools, which run on a pool's threads. */
export function createRemixTools(pool: MediaTaskRunner): RemixTools {
  return {
    listenForPauses: (path, task) => pool.run('remixListenForPauses', path, task),
    cutSound: async (request, task) => {
      await whole(request.outputPath, (outputPath) =>
        pool.run('remixCutSound', { ...request, outputPath }, task),
      );
    },
    findFocus: (path, task) => pool.run('remixFindFocus', path, task),
  };
}

/** Creates the recording tools, which run on a pool's threads. */
export function createRecordingTools(pool: MediaTaskRunner): RecordingTools {
  return {
    cut: (request, task) => pool.run('cutRecording', request, task),
    pad: async (request, task) => {
      await whole(request.outputPath, (outputPath) =>
        pool.run('padRecording', { ...request, outputPath }, task),
      );
    },
  };
}

/** Creates the file tools, which run on a pool's threads. */
export function createFileTools(pool: MediaTaskRunner): FileTools {
  return {
    makePreview: (request, task) =>
      whole(request.outputPath, (outputPath) =>
        pool.run('fileMakePreview', { ...request, outputPath }, task),
      ),
    makeStreaming: (request, task) => pool.run('fileMakeStreaming', request, task),
    measurePicture: (path, task) => pool.run('fileMeasurePicture', path, task),
    measureMovie: (path, task) => pool.run('fileMeasureMovie', path, task),
    measureSound: (path, task) => pool.run('fileMeasureSound', path, task),
  };
}

/** Writes two files completely, or neither of them. */
function wholePair<Request extends Pick<VectorizeRequest, 'outputPath' | 'thumbnailPath'>, Result>(
  request: Request,
  write: (request: Request) => Promise<Result>,
): Promise<Result> {
  return whole(request.outputPath, (outputPath) =>
    whole(request.thumbnailPath, (thumbnailPath) => write({ ...request, outputPath, thumbnailPath })),
  );
}

/** Creates the image tools, which run on a pool's threads. */
export function createImageTools(pool: MediaTaskRunner): ImageTools {
  return {
    generate: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('imageGenerate', { ...request, outputPath }, task)),
    vectorize: (request, task) => wholePair(request, (paths) => pool.run('imageVectorize', paths, task)),
    removeBackground: (request, task) =>
      wholePair(request, (paths) => pool.run('imageRemoveBackground', paths, task)),
    upscale: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('imageUpscale', { ...request, outputPath }, task)),
  };
}

/** Creates the document tools, which run on a pool's threads. */
export function createDocumentTools(pool: MediaTaskRunner): DocumentTools {
  return {
    openDeck: (path, task) => pool.run('documentOpen', path, task),
    describe: (request, task) => pool.run('documentDescribe', request, task),
    isAnimation: (path, task) => pool.run('documentIsAnimation', path, task),
    renderPage: async (request, task) => {
      await whole(request.outputPath, (outputPath) =>
        pool.run('documentRenderPage', { ...request, outputPath }, task),
      );
    },
    drawThemedPage: async (request, task) => {
      await whole(request.outputPath, (outputPath) =>
        pool.run('documentDrawThemedPage', { ...request, outputPath }, task),
      );
    },
  };
}

/** Creates the avatar tools, which run on a pool's threads. */
export function createAvatarTools(pool: MediaTaskRunner): AvatarTools {
  return {
    speakingClip: (request, task) =>
      whole(request.outputPath, (outputPath) =>
        pool.run('avatarSpeakingClip', { ...request, outputPath }, task),
      ),
    presenterClip: (request, task) =>
      whole(request.outputPath, (outputPath) =>
        pool.run('avatarPresenterClip', { ...request, outputPath }, task),
      ),
  };
}
