import type { Stage } from '../job-kind.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { remixStage } from '../remix/remix-stage.ts';
import type { BuildDeps } from './build-deps.ts';
import { movieStage } from './movie-stage.ts';
import type { BuildState } from './project-draft.ts';

/** What comes after the timeline: the remix actions of the start, then the movie, as far as they were asked for. */
export function finishStages<State extends BuildState>(
  deps: BuildDeps & RemixDeps,
  state: State,
): Stage<State>[] {
  return [
    ...(state.hasRemixActions ? [remixStage<State>(deps)] : []),
    ...(state.movie ? [movieStage<State>(deps, state.movie)] : []),
  ];
}
