import path from 'node:path';
import { unixSeconds } from '../../clock.ts';
import { framesPerSecond } from '../../engine/project-content.ts';
import type { ProjectContent, ProjectScene } from '../../engine/project-content.ts';
import { mediaLinkExpiry } from '../../link-lifetimes.ts';
import { sizeOfFile } from '../../store/durable-files.ts';
import type { StoredProject } from '../../store/project-repository.ts';
import type { StoredFile } from '../../store/stored-file.ts';
import type { Stage, StageContext } from '../job-kind.ts';
import { madeFile } from '../made-file.ts';
import type { ScriptToVideoDeps } from './deps.ts';
import { planOf } from './state.ts';
import type { MadePicture, ScriptToVideoState } from './state.ts';

const mimeTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.wav': 'audio/wav',
};

interface SceneFiles {
  readonly picture: StoredFile;
  readonly speech: StoredFile;
}

/** Takes a file of the work folder into the store and describes it. */
async function takeInFile(
  deps: ScriptToVideoDeps,
  { state, workFolder, takeIn }: StageContext<ScriptToVideoState>,
  project: StoredProject,
  made: Pick<StoredFile, 'durationSeconds'> & {
    type: 'IMAGE' | 'VIDEO' | 'AUDIO';
    fileName: string;
    displayName: string;
  },
): Promise<StoredFile> {
  const extension = path.extname(made.fileName);
  const fileName = `${made.type === 'AUDIO' ? 'speech' : 'picture'}${extension}`;
  const sourcePath = path.join(workFolder, made.fileName);
  const fileId = await takeIn(fileName, sourcePath);
  const size = made.type === 'AUDIO' ? {} : { width: state.width, height: state.height };
  return madeFile({
    fileId,
    teamId: project.teamId,
    userId: project.userId,
    projectId: project.projectId,
    shelf: 'project',
    scope: state.isTemporary ? 'TEMPORARY' : 'PROJECT',
    type: made.type,
    displayName: made.displayName,
    isHidden: project.isHidden,
    durationSeconds: made.durationSeconds,
    download: {
      fileName,
      mimeType: mimeTypes[extension] ?? 'application/octet-stream',
      sizeBytes: (await sizeOfFile(sourcePath)) ?? 0,
      ...size,
      expiresAt: mediaLinkExpiry(deps.clock),
    },
  });
}

function pictureFacts(picture: MadePicture): { type: 'IMAGE' | 'VIDEO'; durationSeconds: number | null } {
  if (picture.kind === 'still') return { type: 'IMAGE', durationSeconds: null };
  return { type: 'VIDEO', durationSeconds: picture.durationFrames / framesPerSecond };
}

async function takeInScenes(
  deps: ScriptToVideoDeps,
  context: StageContext<ScriptToVideoState>,
  project: StoredProject,
): Promise<SceneFiles[]> {
  const { pictures, speech } = context.state;
  const scenes: SceneFiles[] = [];
  for (const [index, picture] of pictures.entries()) {
    context.signal.throwIfAborted();
    const spoken = speech[index];
    if (!spoken) throw new Error('A scene has a picture but no speech.');
    const displayName = `${project.title}, scene ${index + 1}`;
    const durationSeconds = spoken.durationFrames / framesPerSecond;
    const { fileName } = picture;
    scenes.push({
      picture: await takeInFile(deps, context, project, { ...pictureFacts(picture), fileName, displayName }),
      speech: await takeInFile(deps, context, project, {
        type: 'AUDIO',
        durationSeconds,
        fileName: spoken.fileName,
        displayName,
      }),
    });
    context.onProgress((index + 1) / pictures.length);
  }
  return scenes;
}

function buildScenes(state: ScriptToVideoState, files: readonly SceneFiles[]): ProjectScene[] {
  let startFrame = 0;
  return planOf(state).scenes.map((scene, index) => {
    const spoken = state.speech[index];
    const picture = state.pictures[index];
    const made = files[index];
    if (!spoken || !picture || !made) throw new Error('A scene is incomplete.');
    const { durationFrames, words } = spoken;
    const isOwn = state.featuredFileIds[index] !== undefined;
    const facts = { fileId: made.picture.fileId, origin: isOwn ? 'own' : 'drawn', variant: 0 } as const;
    const built: ProjectScene = {
      sceneId: `scene-${String(index + 1).padStart(3, '0')}`,
      text: scene.text,
      isHeading: scene.isHeading,
      startsSection: index === 0 || scene.startsParagraph,
      startFrame,
      durationFrames,
      picture:
        picture.kind === 'still'
          ? { ...facts, kind: 'still', zoom: null }
          : { ...facts, kind: 'clip', durationFrames: picture.durationFrames, isAudible: false },
      transition: null,
      speechFileId: made.speech.fileId,
      words,
      presenterFileId: null,
    };
    startFrame += durationFrames;
    return built;
  });
}

function buildContent(
  deps: ScriptToVideoDeps,
  state: ScriptToVideoState,
  files: readonly SceneFiles[],
): ProjectContent {
  const { languageCode } = planOf(state);
  const { width, height } = state;
  const scenes = buildScenes(state, files);
  const captions = deps.engine.layOutCaptions(scenes, { languageCode, aspect: { width, height } });
  return {
    formatVersion: 2,
    ...{ languageCode, width, height, scenes, captions },
    captionStyle: {},
    music: null,
    logo: null,
    narration: { voiceKey: state.voiceKey, speed: state.speed, actorEntityId: null },
    styleText: state.styleText,
  };
}

/** Puts the project together; with this stage it is ready, even when its movie is still to come. */
export function timelineStage(deps: ScriptToVideoDeps): Stage<ScriptToVideoState> {
  return {
    name: 'timeline',
    weight: 2,
    run: async (context) => {
      const { state } = context;
      const project = deps.projects.find(state.projectId);
      if (!project) throw new Error('The project of the run is gone.');
      const files = await takeInScenes(deps, context, project);
      const content = buildContent(deps, state, files);
      const media = files.flatMap(({ picture, speech }) => [picture, speech]);
      const record = () => {
        deps.files.removeProjectMedia(state.projectId);
        for (const file of media) deps.files.insert(file);
        deps.projects.complete(state.projectId, content, unixSeconds(deps.clock));
      };
      return { state: { ...state, mediaFileIds: media.map((file) => file.fileId) }, record };
    },
    isIntact: async (state) => {
      for (const fileId of state.mediaFileIds) {
        const fileName = deps.files.find(fileId)?.sources.download.fileName;
        if (!fileName || (await sizeOfFile(deps.fileStore.pathOf(fileId, fileName))) === null) return false;
      }
      return state.mediaFileIds.length > 0;
    },
  };
}
