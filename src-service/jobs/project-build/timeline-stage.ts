import { unixSeconds } from '../../clock.ts';
import { sizeOfFile } from '../../store/disk/durable-files.ts';
import type { Stage } from '../job-kind.ts';
import { buildContent } from './build-content.ts';
import type { BuildDeps } from './build-deps.ts';
import type { BuildState, ProjectDraft } from './project-draft.ts';
import { takeInScenes } from './take-in-scenes.ts';

/** Whether every file of the project is still in the store. */
async function isMediaThere(deps: BuildDeps, fileIds: readonly string[]): Promise<boolean> {
  for (const fileId of fileIds) {
    const fileName = deps.files.find(fileId)?.sources.download.fileName;
    if (!fileName || (await sizeOfFile(deps.fileStore.pathOf(fileId, fileName))) === null) return false;
  }
  return fileIds.length > 0;
}

/** Creates the stage that assembles the project. After it, the project is ready, even if its movie is still to come. */
export function timelineStage<State extends BuildState>(
  deps: BuildDeps,
  draftOf: (state: State) => ProjectDraft,
): Stage<State> {
  return {
    name: 'timeline',
    weight: 4,
    run: async (context) => {
      const { state } = context;
      const project = deps.projects.find(state.projectId);
      if (!project) throw new Error('The project of the run is gone.');
      const draft = draftOf(state);
      const files = await takeInScenes(deps, context, project, draft.scenes);
      const content = buildContent(deps.engine, draft, files, state);
      const media = files
        .flatMap(({ picture, speech, presenter }) => [picture, speech, presenter])
        .filter((file) => file !== null);
      const record = () => {
        deps.files.removeProjectMedia(state.projectId);
        for (const file of media) deps.files.insert(file);
        deps.projects.complete(state.projectId, content, unixSeconds(deps.clock));
      };
      return { state: { ...state, mediaFileIds: media.map((file) => file.fileId) }, record };
    },
    isIntact: (state) => isMediaThere(deps, state.mediaFileIds),
  };
}
