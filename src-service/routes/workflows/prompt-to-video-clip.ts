import { clipQualities } from '../../clip-qualities.ts';
import type { Call, Handlers } from '../../http/handlers.ts';
import { promptToVideoClipKind } from '../../jobs/prompt-to-video-clip/prompt-to-video-clip.ts';
import type { PromptToVideoClipState } from '../../jobs/prompt-to-video-clip/state.ts';
import { usableFile } from '../../jobs/usable-file.ts';
import { newId } from '../../new-id.ts';
import type { FileRepository } from '../../store/records/file-repository.ts';
import { titleOf } from './start-title.ts';
import { buildRequestOf, type WorkflowStarter } from './workflow-starter.ts';

export interface PromptToVideoClipHandlerDeps {
  readonly workflowStarter: WorkflowStarter;
  readonly files: FileRepository;
}

function start(deps: PromptToVideoClipHandlerDeps, { caller, body }: Call<'promptToVideoClip'>) {
  const imageFileIds = body.imageFileIds ?? [];
  for (const [index, fileId] of imageFileIds.entries()) {
    usableFile(deps.files, caller, fileId, { field: `imageFileIds[${index}]`, types: ['IMAGE'] });
  }
  const { prompt, quality = 'STANDARD' } = body;
  // Longer requests are cut to the longest clip of the quality (contract supplement §4.2.5).
  const durationSeconds = Math.min(body.durationSeconds, clipQualities[quality].maxSeconds);
  const title = titleOf(prompt);
  const request = { ...buildRequestOf(caller, body, newId('proj')), prompt, title, imageFileIds };
  const state: PromptToVideoClipState = {
    ...request,
    durationSeconds,
    frameFileName: null,
    clip: null,
    mediaFileIds: [],
  };
  const workflowType = 'PROMPT_TO_VIDEO_CLIP';
  return deps.workflowStarter.start(caller, body, {
    workflowType,
    kind: promptToVideoClipKind,
    title,
    state,
  });
}

/** Starts prompt-to-video-clip (specification §4.2, contract supplement §4.2.5). */
export function promptToVideoClipHandlers(deps: PromptToVideoClipHandlerDeps): Handlers {
  return { promptToVideoClip: (call) => start(deps, call) };
}
