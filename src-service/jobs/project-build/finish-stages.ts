import { newId } from '../../new-id.ts';
import type { Stage } from '../job-kind.ts';
import { makeMovie, type MovieOptions } from '../movie-maker.ts';
import { projectExportKind } from '../project-export.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { remixStage } from '../remix/remix-stage.ts';
import type { BuildDeps } from './build-deps.ts';
import type { BuildState } from './project-draft.ts';

/** Time to render a movie by quality, beside the weights of the other stages. */
const movieWeights = { STANDARD: 40, HIGH: 90, FULL_HIGH: 260, ULTRA_HIGH: 1000 } as const;
/** Most remix actions of a start move the pictures, which are then drawn frame by frame. */
const movingFactor = 3.5;

/** Renders the movie requested with a run. Its export is recorded only when the movie is done. */
function movieStage<State extends BuildState>(
  deps: BuildDeps,
  options: MovieOptions,
  hasRemixActions: boolean,
): Stage<State> {
  return {
    name: 'movie',
    weight: movieWeights[options.quality] * (hasRemixActions ? movingFactor : 1),
    run: async (context) => {
      const { jobId, state } = context;
      const { projectId } = state;
      const file = await makeMovie(deps, projectId, options, context);
      const exportId = newId('expo');
      const record = () => {
        deps.files.insert(file);
        deps.jobs.insertSucceeded(exportId, projectExportKind);
        deps.exports.insert({ exportId, projectId });
        deps.exports.attachFile(exportId, file.fileId);
        deps.runs.attachExport(jobId, exportId);
      };
      return { state, record };
    },
    isIntact: () => false,
  };
}

/** Returns the stages after the timeline: the remix actions of the start and then the movie, if requested. */
export function finishStages<State extends BuildState>(
  deps: BuildDeps & RemixDeps,
  state: State,
): Stage<State>[] {
  return [
    ...(state.hasRemixActions ? [remixStage<State>(deps)] : []),
    ...(state.movie ? [movieStage<State>(deps, state.movie, state.hasRemixActions)] : []),
  ];
}
