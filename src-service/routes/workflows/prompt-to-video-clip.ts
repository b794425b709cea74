import { clipQualities } from '../../clip-qualities.ts';
import type { Call } from '../../http/handlers.ts';
import type { PromptToVideoClipRequest } from '../../jobs/prompt-to-video-clip/state.ts';
import { titleOf } from './start-title.ts';
import { checkFiles, type PreparedStart, type WorkflowDeps } from './workflow-deps.ts';

/** Prepares prompt-to-video-clip (specification §4.2, contract supplement §4.2.5). */
export function prepareClip(
  deps: WorkflowDeps,
  { caller, body }: Call<'promptToVideoClip'>,
): PreparedStart<PromptToVideoClipRequest> {
  const { prompt, quality = 'STANDARD', imageFileIds = [] } = body;
  checkFiles(deps, caller, imageFileIds, { field: 'imageFileIds', types: ['IMAGE'] });
  // Longer requests are cut to the longest clip of the quality (contract supplement §4.2.5).
  const durationSeconds = Math.min(body.durationSeconds, clipQualities[quality].maxSeconds);
  const title = titleOf(prompt);
  return { title, request: { prompt, title, imageFileIds, durationSeconds } };
}
