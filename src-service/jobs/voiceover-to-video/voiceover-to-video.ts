import { defineJobKind, type JobKind } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { finishStages } from '../project-build/finish-stages.ts';
import { picturesStage } from '../project-build/pictures-stage.ts';
import { presenterStages } from '../project-build/presenter-stage.ts';
import { timelineStage } from '../project-build/timeline-stage.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { alignmentStage } from './alignment-stage.ts';
import { draftVoiceover, scriptOfVoiceover } from './draft.ts';
import { voiceoverToVideoStateSchema } from './state.ts';

export const voiceoverToVideoKind = 'voiceover-to-video';

/** A recording becomes a project: scenes, pictures, timeline, and a movie when one was asked for. */
export function createVoiceoverToVideoKind(deps: BuildDeps & RemixDeps): JobKind {
  return defineJobKind({
    kind: voiceoverToVideoKind,
    lane: 'long',
    stateSchema: voiceoverToVideoStateSchema,
    stagesOf: (state) => [
      alignmentStage(deps),
      picturesStage(deps, scriptOfVoiceover),
      ...presenterStages(deps, state),
      timelineStage(deps, draftVoiceover),
      ...finishStages(deps, state),
    ],
  });
}
