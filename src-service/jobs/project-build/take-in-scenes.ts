import path from 'node:path';
import { framesPerSecond } from '@dailies/media/project';
import { factsOfProject, madeFile } from '../../store/records/made-file.ts';
import type { StoredProject } from '../../store/records/project-repository.ts';
import type { StoredFile } from '../../store/records/stored-file.ts';
import { takeInThumbnail } from '../files/take-in-thumbnail.ts';
import type { StageContext } from '../job-kind.ts';
import { madeDownload } from '../made-download.ts';
import type { BuildDeps } from './build-deps.ts';
import type { BuildState, DraftScene } from './project-draft.ts';

/** File records of one scene's media. */
export interface SceneFiles {
  readonly picture: StoredFile;
  readonly speech: StoredFile | null;
  readonly presenter: StoredFile | null;
}

interface SceneMedium {
  readonly role: 'picture' | 'speech' | 'presenter';
  readonly type: 'IMAGE' | 'VIDEO' | 'AUDIO';
  /** File name in the work folder. */
  readonly workName: string;
  readonly displayName: string;
  readonly durationFrames: number | null;
}

/** Takes a file of the work folder into the store and returns its record. */
async function takeInFile(
  deps: BuildDeps,
  context: StageContext<BuildState>,
  project: StoredProject,
  medium: SceneMedium,
): Promise<StoredFile> {
  const { state, workFolder, takeIn } = context;
  const fileName = `${medium.role}${path.extname(medium.workName)}`;
  const sourcePath = path.join(workFolder, medium.workName);
  const fileId = await takeIn(fileName, sourcePath);
  const isVisible = medium.type !== 'AUDIO';
  const thumbnail = isVisible
    ? await takeInThumbnail(deps, context, { fileId, path: sourcePath })
    : undefined;
  const size = medium.role === 'picture' ? { width: state.width, height: state.height } : undefined;
  return madeFile({
    fileId,
    ...factsOfProject(project),
    shelf: 'project',
    scope: state.isTemporary ? 'TEMPORARY' : 'PROJECT',
    type: medium.type,
    displayName: medium.displayName,
    durationSeconds: medium.durationFrames === null ? null : medium.durationFrames / framesPerSecond,
    download: await madeDownload(deps.clock, { fileName, sourcePath, size }),
    thumbnail,
  });
}

async function takeInScene(
  scene: DraftScene,
  displayName: string,
  take: (medium: SceneMedium) => Promise<StoredFile>,
): Promise<SceneFiles> {
  const { picture, speechFileName, presenterFileName, durationFrames } = scene;
  const isStill = picture.kind === 'still';
  const workName = picture.fileName;
  return {
    picture: await take({
      role: 'picture',
      type: isStill ? 'IMAGE' : 'VIDEO',
      durationFrames: isStill ? null : picture.durationFrames,
      workName,
      displayName,
    }),
    speech:
      speechFileName === null
        ? null
        : await take({
            role: 'speech',
            type: 'AUDIO',
            workName: speechFileName,
            displayName,
            durationFrames,
          }),
    presenter:
      presenterFileName === null
        ? null
        : await take({
            role: 'presenter',
            type: 'VIDEO',
            workName: presenterFileName,
            displayName,
            durationFrames,
          }),
  };
}

/** Takes the media of all scenes into the store. The caller must insert the records. */
export async function takeInScenes(
  deps: BuildDeps,
  context: StageContext<BuildState>,
  project: StoredProject,
  scenes: readonly DraftScene[],
): Promise<SceneFiles[]> {
  const taken: SceneFiles[] = [];
  for (const [index, scene] of scenes.entries()) {
    context.signal.throwIfAborted();
    const displayName = `${project.title}, scene ${index + 1}`;
    taken.push(await takeInScene(scene, displayName, (medium) => takeInFile(deps, context, project, medium)));
    context.onProgress((index + 1) / scenes.length);
  }
  return taken;
}
