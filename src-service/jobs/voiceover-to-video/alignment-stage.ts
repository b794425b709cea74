import path from 'node:path';
import { MediaError, type RecordedScene } from '@dailies/media';
import { invalidParameter } from '../../api-error.ts';
import { syncFile } from '../../store/disk/durable-files.ts';
import type { Stage } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { isSpeechThere } from '../project-build/work-files.ts';
import { findMedia } from '../project-media.ts';
import type { VoiceoverToVideoState } from './state.ts';

/** Limit of contract supplement §7. */
const maxScenes = 100;

/** If nothing can be aligned, the recording is at fault, not the service. */
function explain(error: unknown): unknown {
  if (!(error instanceof MediaError) || error.code !== 'nothing_to_speak') return error;
  return invalidParameter(
    'fileId',
    'names a recording in which speech cannot be distinguished from silence. Upload one that can be heard, with a transcript that fits it',
  );
}

/** Creates the stage that splits the recording into scenes by its transcript, or by its pauses if it has none. */
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
