import path from 'node:path';
import { framesPerSecond } from '@dailies/media/project';
import { needsMusic } from '@dailies/media/script';
import { syncFile } from '../../store/disk/durable-files.ts';
import type { Stage } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import type { ProjectDraft } from '../project-build/project-draft.ts';
import { areFilesThere } from '../project-build/work-files.ts';
import { findMedia } from '../project-media.ts';
import type { PromptToVideoClipState } from './state.ts';

const frameFileName = 'opening-frame.png';
const clipFileName = 'clip.mp4';

/** Draws the opening frame, which the next stage animates (specification §4.2). */
export function openingFrameStage(deps: BuildDeps): Stage<PromptToVideoClipState> {
  return {
    name: 'pictures',
    weight: 4,
    run: async ({ state, workFolder, signal, onProgress }) => {
      const subjects = await Promise.all(state.imageFileIds.map((fileId) => findMedia(deps, fileId)));
      const outputPath = path.join(workFolder, frameFileName);
      const { prompt, width, height } = state;
      const request = {
        prompt,
        width,
        height,
        outputPath,
        subjectPaths: subjects.map((subject) => subject.path),
        stylePaths: [],
        seed: prompt,
        isMarked: false,
      };
      await deps.engine.images.generate(request, { signal, onProgress });
      await syncFile(outputPath);
      return { state: { ...state, frameFileName } };
    },
    isIntact: (_state, workFolder) => areFilesThere(workFolder, [frameFileName]),
  };
}

/** Animates the opening frame. */
export function clipStage(deps: BuildDeps): Stage<PromptToVideoClipState> {
  return {
    name: 'clip',
    weight: 600,
    run: async ({ state, workFolder, signal, onProgress }) => {
      const outputPath = path.join(workFolder, clipFileName);
      const { prompt, width, height, durationSeconds } = state;
      const made = await deps.engine.clips.generateClip(
        {
          prompt,
          width,
          height,
          durationSeconds,
          outputPath,
          startFramePath: path.join(workFolder, frameFileName),
          imagePaths: [],
          videoPaths: [],
          audioPaths: [],
          spokenDialogue: '',
          voiceDescription: '',
          hasAmbience: true,
          hasMusic: needsMusic(prompt),
          hasWatermark: false,
          maxSeconds: durationSeconds,
          seed: prompt,
        },
        { signal, onProgress },
      );
      await syncFile(outputPath);
      const durationFrames = Math.max(1, Math.round(made.durationSeconds * framesPerSecond));
      return {
        state: { ...state, clip: { fileName: clipFileName, durationFrames, hasSound: made.hasSound } },
      };
    },
    isIntact: (_state, workFolder) => areFilesThere(workFolder, [clipFileName]),
  };
}

/** Drafts a project that consists of one clip. */
export function draftClip(state: PromptToVideoClipState): ProjectDraft {
  if (!state.clip) throw new Error('The clip has not been made yet.');
  const { fileName, durationFrames, hasSound } = state.clip;
  const scene = {
    text: '',
    isHeading: false,
    startsSection: true,
    durationFrames,
    words: [],
    speechFileName: null,
    presenterFileName: null,
    picture: { kind: 'clip', fileName, durationFrames },
    pictureOrigin: 'drawn',
    isAudible: hasSound,
  } as const;
  const plain = { captionStyle: {}, logo: null, narration: null };
  return { languageCode: 'en', scenes: [scene], ...plain, styleText: state.prompt };
}
