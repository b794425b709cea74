import type { MediaEngine } from '@dailies/media';
import { detectLanguage } from '../../../src-shared/script/detect-language.ts';
import type { ActorVoices } from '../../catalogue/actor-voices.ts';
import type { VoiceCatalogue } from '../../catalogue/voice-catalogue.ts';
import type { Call, Handlers } from '../../http/handlers.ts';
import { planScript } from '../../jobs/script-to-video/script-stage.ts';
import { scriptToVideoKind } from '../../jobs/script-to-video/script-to-video.ts';
import { initialState, type ScriptToVideoRequest } from '../../jobs/script-to-video/state.ts';
import { usableFile } from '../../jobs/usable-file.ts';
import { newId } from '../../new-id.ts';
import type { EntityRepository } from '../../store/records/entity-repository.ts';
import type { FileRepository } from '../../store/records/file-repository.ts';
import { narratorOf } from './presenter.ts';
import { pictureLookOf } from './visual-style.ts';
import { buildRequestOf, type WorkflowStarter } from './workflow-starter.ts';

export interface ScriptToVideoHandlerDeps {
  readonly workflowStarter: WorkflowStarter;
  readonly files: FileRepository;
  readonly entities: EntityRepository;
  readonly actorVoices: ActorVoices;
  readonly engine: MediaEngine;
  readonly catalogue: VoiceCatalogue;
}

function requestOf(
  deps: ScriptToVideoHandlerDeps,
  { caller, body }: Call<'scriptToVideo'>,
): ScriptToVideoRequest {
  for (const [index, fileId] of body.featuredBRollFileIds.entries()) {
    const field = `featuredBRollFileIds[${index}]`;
    usableFile(deps.files, caller, fileId, { field, types: ['IMAGE', 'VIDEO'] });
  }
  return {
    ...buildRequestOf(caller, body, newId('proj')),
    script: body.script,
    pacing: body.visualPacing,
    ...narratorOf(deps, caller, body, detectLanguage(body.script)),
    speed: body.voiceSpeed ?? 1,
    ...pictureLookOf(deps.entities, caller, body.visualStyle, body.workflowAgentContext),
    guidance: body.scenes ?? [],
    featuredFileIds: body.featuredBRollFileIds,
  };
}

function start(deps: ScriptToVideoHandlerDeps, call: Call<'scriptToVideo'>) {
  const request = requestOf(deps, call);
  const { title } = planScript(deps.engine, request);
  return deps.workflowStarter.start(call.caller, call.body, {
    workflowType: 'SCRIPT_TO_VIDEO',
    kind: scriptToVideoKind,
    title,
    state: initialState(request),
  });
}

/** Starts script-to-video under its path and its deprecated one (specification §4.2). */
export function scriptToVideoHandlers(deps: ScriptToVideoHandlerDeps): Handlers {
  return { scriptToVideo: (call) => start(deps, call), deprecatedScript: (call) => start(deps, call) };
}
