import path from 'node:path';
import { MediaError, type RecordedScene } from '@dailies/media';
import { invalidParameter } from '../../api-error.ts';
import { syncFile } from '../../store/durable-files.ts';
import type { Stage } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { isSpeechThere } from '../project-build/work-files.ts';
import { findMedia } from '../project-media.ts';
import type { VoiceoverToVideoState } from './state.ts';

/** Contract supplement §7. */
const maxScenes = 100;

/** Where nothing can be aligned the reason is the recording's, not the service's. */
function explain(error: unknown): unknown {
  if (!(error instanceof MediaError) || error.code !== 'nothing_to_speak') return error;
  return invalidParameter(
    'fileId',
    'names a recording in which speech cannot be distinguished from silence. Upload one that can be heard, with a transcript that fits it',
  );
}

/** Cuts the recording into scenes by its transcript, or by its pauses where it has none. */
export function alignmentStage(deps: BuildDeps): Stage<VoiceoverToVideoState> {
  return {
    name: 'speech',
    weight: 8,
    run: async ({ state, workFolder, signal, onProgress }) => {
      const source = await findMedia(deps, state.fileId);
      const request = {
        inputPath: source.path,
        words: state.transcript?.words ?? null,
        pacing: state.pacing,
        maxScenes,
        outputFolder: workFolder,
      };
      let scenes: readonly RecordedScene[];
      try {
        scenes = await deps.engine.recordings.cut(request, { signal, onProgress });
      } catch (error) {
        throw explain(error);
      }
      for (const { fileName } of scenes) await syncFile(path.join(workFolder, fileName));
      return { state: { ...state, speech: scenes.map((scene) => ({ ...scene, words: [...scene.words] })) } };
    },
    isIntact: (state, workFolder) => isSpeechThere(workFolder, state.speech),
  };
}
