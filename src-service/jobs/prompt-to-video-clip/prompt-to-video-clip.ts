import type { JobKind } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { defineWorkflow } from '../project-build/define-workflow.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { clipStage, draftClip, openingFrameStage } from './clip-stages.ts';
import { promptToVideoClipStateSchema } from './state.ts';

export const promptToVideoClipKind = 'prompt-to-video-clip';

/** Creates the kind of job that makes a project of one clip from a prompt, and a movie on request. */
export function createPromptToVideoClipKind(deps: BuildDeps & RemixDeps): JobKind {
  return defineWorkflow(deps, {
    kind: promptToVideoClipKind,
    stateSchema: promptToVideoClipStateSchema,
    stagesOf: () => [openingFrameStage(deps), clipStage(deps)],
    draftOf: draftClip,
  });
}
