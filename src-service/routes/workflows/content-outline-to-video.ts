import type { MediaEngine } from '@dailies/media';
import { outlineScript } from '@dailies/media/script';
import type { Call, Handlers } from '../../http/handlers.ts';
import { planScript } from '../../jobs/script-to-video/script-stage.ts';
import { scriptToVideoKind } from '../../jobs/script-to-video/script-to-video.ts';
import { initialState, type ScriptToVideoRequest } from '../../jobs/script-to-video/state.ts';
import { usableFile } from '../../jobs/usable-file.ts';
import { newId } from '../../new-id.ts';
import type { FileRepository } from '../../store/records/file-repository.ts';
import { buildRequestOf, type WorkflowStarter } from './workflow-starter.ts';

export interface ContentOutlineHandlerDeps {
  readonly workflowStarter: WorkflowStarter;
  readonly files: FileRepository;
  readonly engine: MediaEngine;
}

/** An outline has no fields for voice and pacing. The language determines the voice, and pacing is medium. */
function requestOf(
  deps: ContentOutlineHandlerDeps,
  { caller, body }: Call<'contentOutlineToVideo'>,
): ScriptToVideoRequest {
  const featuredFileIds = body.inputFileIds ?? [];
  for (const [index, fileId] of featuredFileIds.entries()) {
    const field = `inputFileIds[${index}]`;
    usableFile(deps.files, caller, fileId, { field, types: ['IMAGE', 'VIDEO'] });
  }
  return {
    ...buildRequestOf(caller, body, newId('proj')),
    ...outlineScript(body.outlineMarkdown ?? body.briefMarkdown ?? ''),
    pacing: 'MEDIUM',
    languageCode: null,
    voiceKey: null,
    speed: 1,
    presenter: null,
    pictureOrigin: 'drawn',
    restylesOwnStills: false,
    guidance: [],
    featuredFileIds,
  };
}

function start(deps: ContentOutlineHandlerDeps, call: Call<'contentOutlineToVideo'>) {
  const request = requestOf(deps, call);
  const { title } = planScript(deps.engine, request, 'outlineMarkdown');
  return deps.workflowStarter.start(call.caller, call.body, {
    workflowType: 'CONTENT_OUTLINE_TO_VIDEO',
    kind: scriptToVideoKind,
    title,
    state: initialState(request),
  });
}

/** Starts content-outline-to-video under both of its names (contract supplement §4.2.6). */
export function contentOutlineHandlers(deps: ContentOutlineHandlerDeps): Handlers {
  return {
    contentOutlineToVideo: (call) => start(deps, call),
    creativeBriefToVideo: (call) => start(deps, call),
  };
}
