import type { MediaEngine } from '@dailies/media';
import type { ProjectContent, ProjectScene } from '@dailies/media/project';
import type { DraftScene, ProjectDraft } from './project-draft.ts';
import type { SceneFiles } from './take-in-scenes.ts';

function buildScene(draft: DraftScene, files: SceneFiles, index: number, startFrame: number): ProjectScene {
  const { picture, durationFrames } = draft;
  const { sourceFileId, styleText, prompt } = picture;
  const { fileId } = files.picture;
  const facts = { fileId, origin: draft.pictureOrigin, variant: 0, sourceFileId, styleText, prompt };
  return {
    sceneId: `scene-${String(index + 1).padStart(3, '0')}`,
    ...(draft.title !== undefined && { title: draft.title }),
    text: draft.text,
    isHeading: draft.isHeading,
    startsSection: draft.startsSection,
    startFrame,
    durationFrames,
    ...(draft.minDurationFrames !== undefined && { minDurationFrames: draft.minDurationFrames }),
    picture:
      picture.kind === 'still'
        ? { ...facts, ...(picture.isFitted === true && { fittedFileId: fileId }), kind: 'still', zoom: null }
        : {
            ...facts,
            kind: 'clip',
            durationFrames: picture.durationFrames,
            isAudible: draft.isAudible,
          },
    transition: null,
    speechFileId: files.speech?.fileId ?? null,
    words: draft.words,
    presenterFileId: files.presenter?.fileId ?? null,
  };
}

function buildScenes(draft: ProjectDraft, files: readonly SceneFiles[]): ProjectScene[] {
  let startFrame = 0;
  return draft.scenes.map((scene, index) => {
    const made = files[index];
    if (!made) throw new Error('A scene is incomplete.');
    const built = buildScene(scene, made, index, startFrame);
    startFrame += scene.durationFrames;
    return built;
  });
}

/** Builds the project's content: its scenes in sequence, with captions of the speech. */
export function buildContent(
  engine: Pick<MediaEngine, 'layOutCaptions'>,
  draft: ProjectDraft,
  files: readonly SceneFiles[],
  frame: { readonly width: number; readonly height: number },
): ProjectContent {
  const { languageCode, captionStyle, logo, narration, presenter, styleText } = draft;
  const { width, height } = frame;
  const scenes = buildScenes(draft, files);
  const captions = engine.layOutCaptions(scenes, { languageCode, aspect: { width, height } });
  return {
    formatVersion: 2,
    languageCode,
    width,
    height,
    scenes,
    captions,
    captionStyle,
    music: null,
    logo,
    narration,
    styleText,
    ...(presenter && { presenter }),
  };
}
