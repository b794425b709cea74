import { defineJobKind, type JobKind } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { finishStages } from '../project-build/finish-stages.ts';
import { picturesStage } from '../project-build/pictures-stage.ts';
import { presenterStages } from '../project-build/presenter-stage.ts';
import { timelineStage } from '../project-build/timeline-stage.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { draftScript, scriptOfPictures } from './draft.ts';
import { scriptStage } from './script-stage.ts';
import { speechStage } from './speech-stage.ts';
import { scriptToVideoStateSchema } from './state.ts';

export const scriptToVideoKind = 'script-to-video';

/** A script becomes a project: scenes, speech, pictures, timeline, and a movie when one was asked for. */
export function createScriptToVideoKind(deps: BuildDeps & RemixDeps): JobKind {
  return defineJobKind({
    kind: scriptToVideoKind,
    lane: 'long',
    stateSchema: scriptToVideoStateSchema,
    stagesOf: (state) => [
      scriptStage(deps.engine),
      speechStage(deps.engine),
      picturesStage(deps, scriptOfPictures),
      ...presenterStages(deps, state),
      timelineStage(deps, draftScript),
      ...finishStages(deps, state),
    ],
  });
}
