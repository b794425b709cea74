import { canonicalLanguage, primaryLanguage } from '../../../src-shared/script/canonical-language.ts';
import { detectLanguage } from '../../../src-shared/script/detect-language.ts';
import type { VoiceCatalogue } from '../../catalogue/voice-catalogue.ts';
import type { Call, Handlers } from '../../http/handlers.ts';
import { bareName } from '../../jobs/tools/display-name.ts';
import { usableFile } from '../../jobs/usable-file.ts';
import type { VoiceoverToVideoRequest } from '../../jobs/voiceover-to-video/state.ts';
import { voiceoverToVideoKind } from '../../jobs/voiceover-to-video/voiceover-to-video.ts';
import { newId } from '../../new-id.ts';
import type { EntityRepository } from '../../store/records/entity-repository.ts';
import type { FileRepository } from '../../store/records/file-repository.ts';
import type { StoredFile } from '../../store/records/stored-file.ts';
import { presenterOf } from './presenter.ts';
import { projectLookOf } from './project-look.ts';
import { pictureLookOf } from './visual-style.ts';
import { buildRequestOf, type WorkflowStarter } from './workflow-starter.ts';

export interface VoiceoverToVideoHandlerDeps {
  readonly workflowStarter: WorkflowStarter;
  readonly files: FileRepository;
  readonly entities: EntityRepository;
  readonly catalogue: VoiceCatalogue;
}

/** Returns the language that a transcript names, else the one of its words; English without a transcript. */
function spokenLanguage(transcript: StoredFile['transcript']): string {
  if (!transcript) return 'en';
  const tag = (transcript.languageCode ?? '').replaceAll('_', '-');
  const isUsable = /^[a-z]{2,3}$/.test(primaryLanguage(tag) ?? '');
  return isUsable
    ? canonicalLanguage(tag)
    : detectLanguage(transcript.words.map(({ word }) => word).join(' '));
}

function requestOf(
  deps: VoiceoverToVideoHandlerDeps,
  { caller, body }: Call<'voiceoverToVideo'>,
): VoiceoverToVideoRequest {
  const recording = usableFile(deps.files, caller, body.fileId, {
    field: 'fileId',
    types: ['AUDIO', 'VIDEO'],
  });
  const { languageCode } = deps.catalogue.chooseNarration({ language: body.language });
  return {
    ...buildRequestOf(caller, body, newId('proj')),
    fileId: recording.fileId,
    presenter: presenterOf(deps, caller, body),
    title: bareName(recording.displayName),
    transcript: recording.transcript,
    pacing: body.visualPacing,
    languageCode: languageCode ?? spokenLanguage(recording.transcript),
    ...projectLookOf(deps.files, caller, body),
    ...pictureLookOf(deps.entities, caller, body.visualStyle, body.workflowAgentContext),
    guidance: body.scenes ?? [],
    featuredFileIds: [],
  };
}

function start(deps: VoiceoverToVideoHandlerDeps, call: Call<'voiceoverToVideo'>) {
  const request = requestOf(deps, call);
  return deps.workflowStarter.start(call.caller, call.body, {
    workflowType: 'VOICEOVER_TO_VIDEO',
    kind: voiceoverToVideoKind,
    title: request.title,
    state: { ...request, speech: [], pictures: [], presenters: [], mediaFileIds: [] },
  });
}

/** Starts voiceover-to-video under its path and its deprecated one (specification §4.2). */
export function voiceoverToVideoHandlers(deps: VoiceoverToVideoHandlerDeps): Handlers {
  return { voiceoverToVideo: (call) => start(deps, call), deprecatedVoiceover: (call) => start(deps, call) };
}
