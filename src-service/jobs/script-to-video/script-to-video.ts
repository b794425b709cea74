import { defineJobKind } from '../job-kind.ts';
import type { JobKind } from '../job-kind.ts';
import type { ScriptToVideoDeps } from './deps.ts';
import { movieStage } from './movie-stage.ts';
import { picturesStage } from './pictures-stage.ts';
import { scriptStage } from './script-stage.ts';
import { speechStage } from './speech-stage.ts';
import { scriptToVideoStateSchema } from './state.ts';
import { timelineStage } from './timeline-stage.ts';

export const scriptToVideoKind = 'script-to-video';

/** A script becomes a project: scenes, speech, pictures, timeline, and a movie when one was asked for. */
export function createScriptToVideoKind(deps: ScriptToVideoDeps): JobKind {
  return defineJobKind({
    kind: scriptToVideoKind,
    lane: 'long',
    stateSchema: scriptToVideoStateSchema,
    stagesOf: (state) => [
      scriptStage(deps.engine),
      speechStage(deps.engine),
      picturesStage(deps),
      timelineStage(deps),
      ...(state.movie ? [movieStage(deps, state.movie)] : []),
    ],
  });
}
