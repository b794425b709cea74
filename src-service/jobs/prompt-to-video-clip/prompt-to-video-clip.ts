import { defineJobKind, type JobKind } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { finishStages } from '../project-build/finish-stages.ts';
import { timelineStage } from '../project-build/timeline-stage.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { clipStage, draftClip, openingFrameStage } from './clip-stages.ts';
import { promptToVideoClipStateSchema } from './state.ts';

export const promptToVideoClipKind = 'prompt-to-video-clip';

/** Creates the kind of job that makes a project of one clip from a prompt, and a movie on request. */
export function createPromptToVideoClipKind(deps: BuildDeps & RemixDeps): JobKind {
  return defineJobKind({
    kind: promptToVideoClipKind,
    queue: 'long',
    stateSchema: promptToVideoClipStateSchema,
    stagesOf: (state) => [
      openingFrameStage(deps),
      clipStage(deps),
      timelineStage(deps, draftClip),
      ...finishStages(deps, state),
    ],
  });
}
