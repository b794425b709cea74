import { canonicalLanguage, primaryLanguage } from '../../../src-shared/script/canonical-language.ts';
import { detectLanguage } from '../../../src-shared/script/detect-language.ts';
import type { Call } from '../../http/handlers.ts';
import { bareName } from '../../jobs/tools/display-name.ts';
import { usableFile } from '../../jobs/usable-file.ts';
import type { VoiceoverToVideoRequest } from '../../jobs/voiceover-to-video/state.ts';
import type { StoredFile } from '../../store/records/stored-file.ts';
import { presenterOf } from './presenter.ts';
import { projectLookOf } from './project-look.ts';
import { pictureLookOf } from './visual-style.ts';
import type { PreparedStart, WorkflowDeps } from './workflow-deps.ts';

/** Returns the language that a transcript names, else the one of its words; English without a transcript. */
function spokenLanguage(transcript: StoredFile['transcript']): string {
  if (!transcript) return 'en';
  const tag = (transcript.languageCode ?? '').replaceAll('_', '-');
  const isUsable = /^[a-z]{2,3}$/.test(primaryLanguage(tag) ?? '');
  return isUsable
    ? canonicalLanguage(tag)
    : detectLanguage(transcript.words.map(({ word }) => word).join(' '));
}

/** Prepares voiceover-to-video (specification §4.2). */
export function prepareVoiceover(
  deps: WorkflowDeps,
  { caller, body }: Call<'voiceoverToVideo'>,
): PreparedStart<VoiceoverToVideoRequest> {
  const recording = usableFile(deps.files, caller, body.fileId, {
    field: 'fileId',
    types: ['AUDIO', 'VIDEO'],
  });
  const { languageCode } = deps.catalogue.chooseNarration({ language: body.language });
  const title = bareName(recording.displayName);
  const request = {
    fileId: recording.fileId,
    presenter: presenterOf(deps, caller, body),
    title,
    transcript: recording.transcript,
    pacing: body.visualPacing,
    languageCode: languageCode ?? spokenLanguage(recording.transcript),
    ...projectLookOf(deps.files, caller, body),
    ...pictureLookOf(deps.entities, caller, body.visualStyle, body.workflowAgentContext),
    guidance: body.scenes ?? [],
    featuredFileIds: [],
  };
  return { title, request };
}
