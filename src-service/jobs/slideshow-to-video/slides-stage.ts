import path from 'node:path';
import type { SlideLook, TaskOptions } from '@dailies/media';
import { ApiError } from '../../api-error.ts';
import { syncFile } from '../../store/disk/durable-files.ts';
import { defaultReference } from '../../store/records/entity.ts';
import type { Stage, StageContext } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import type { PresenterDeps } from '../project-build/presenter-stage.ts';
import { arePicturesThere, sceneFileName } from '../project-build/work-files.ts';
import { findMedia } from '../project-media.ts';
import { runTogether } from '../run-together.ts';
import { deckOf, type SlideshowToVideoState } from './state.ts';

/** Returns the theme for redrawing slides; null shows them as they are. @throws ApiError 404 if the theme is gone */
async function lookOf(
  deps: BuildDeps & PresenterDeps,
  themeEntityId: string | null,
): Promise<SlideLook | null> {
  if (themeEntityId === null) return null;
  const entity = deps.entities.find(themeEntityId);
  if (entity?.builtIn?.theme) return { kind: 'theme', theme: entity.builtIn.theme };
  const reference = entity && defaultReference(entity);
  if (!reference) throw new ApiError(404, 'not_found', 'The slideshow theme has no reference any more.');
  const isPicture = deps.files.find(reference.fileId)?.type === 'IMAGE';
  return { kind: isPicture ? 'picture' : 'deck', path: (await findMedia(deps, reference.fileId)).path };
}

async function drawSlide(
  deps: BuildDeps,
  { state, workFolder }: StageContext<SlideshowToVideoState>,
  source: { readonly deckPath: string; readonly look: SlideLook | null },
  index: number,
  task: TaskOptions,
): Promise<string> {
  const fileName = sceneFileName('picture', index, 'png');
  const { width, height } = state;
  const outputPath = path.join(workFolder, fileName);
  const { deckPath, look } = source;
  const page = { path: deckPath, pageIndex: index, width, height, outputPath };
  await (look
    ? deps.engine.documents.drawThemedPage({ ...page, look }, task)
    : deps.engine.documents.renderPage(page, task));
  await syncFile(outputPath);
  return fileName;
}

/** Creates the stage that makes a picture of every page, as it is or redrawn in the theme. */
export function slidesStage(deps: BuildDeps & PresenterDeps): Stage<SlideshowToVideoState> {
  return {
    name: 'pictures',
    weight: 15,
    run: async (context) => {
      const { state, signal, onProgress } = context;
      const { path: deckPath } = await findMedia(deps, state.fileId);
      const look = await lookOf(deps, state.themeEntityId);
      const names = await runTogether(deckOf(state).slides, { signal, onProgress }, (_slide, index, task) =>
        drawSlide(deps, context, { deckPath, look }, index, task),
      );
      const pictures = names.map((fileName) => ({ kind: 'still', fileName }) as const);
      return { state: { ...state, pictures } };
    },
    isIntact: arePicturesThere,
  };
}
