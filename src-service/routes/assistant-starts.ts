import type { MediaEngine } from '@dailies/media';
import { detectLanguage, draftScript, usualClipSeconds } from '@dailies/media/script';
import type { Caller } from '../auth/credentials.ts';
import type { Credits } from '../auth/credits.ts';
import type { VoiceCatalogue } from '../catalogue/voice-catalogue.ts';
import type { AssistantStarts, ChatCaller, PreparedRun } from '../jobs/assistant/assistant-deps.ts';
import { promptToVideoClipKind } from '../jobs/prompt-to-video-clip/prompt-to-video-clip.ts';
import { planScript } from '../jobs/script-to-video/script-stage.ts';
import { scriptToVideoKind } from '../jobs/script-to-video/script-to-video.ts';
import { storyboardToVideoKind } from '../jobs/storyboard-to-video/storyboard-to-video.ts';
import type { GenerateOffer } from '../store/records/offer.ts';
import type { RemixPlanner } from './remix-planner.ts';
import { buildRequestOf } from './workflows/workflow-starter.ts';

export interface AssistantStartDeps {
  readonly remixPlanner: RemixPlanner;
  readonly catalogue: VoiceCatalogue;
  readonly engine: MediaEngine;
  readonly credits: Credits;
}

const longestClipSeconds = 30;

type StartedRun = Omit<PreparedRun, 'actions'>;
type Build = ReturnType<typeof buildRequestOf>;

function asCaller(caller: ChatCaller): Caller {
  return { ...caller, apiKeyId: '' };
}

function prepareScript(deps: AssistantStartDeps, build: Build, { wish }: GenerateOffer): StartedRun {
  const script = draftScript(wish);
  const languageCode = detectLanguage(script);
  const voice =
    wish.gender === null ? null : findVoice(deps, { name: null, gender: wish.gender, languageCode });
  const narration = deps.catalogue.chooseNarration({ voiceId: voice?.voiceId, language: languageCode });
  const state = {
    ...build,
    script,
    pacing: 'MEDIUM' as const,
    speed: wish.voiceSpeed,
    presenter: null,
    guidance: [],
    featuredFileIds: [],
    ...narration,
    styleText: wish.styleText,
    pictureOrigin: 'drawn',
    restylesOwnStills: false,
  };
  const { title } = planScript(deps.engine, state, 'message');
  return { kind: scriptToVideoKind, workflowType: 'SCRIPT_TO_VIDEO', title, state };
}

function prepareStoryboard(build: Build, { wish }: GenerateOffer): StartedRun {
  const scenes = wish.scenes.map((prompt) => ({
    prompt: [prompt, wish.styleText].filter((text) => text !== '').join('. '),
    isClip: true,
    durationSeconds: null,
    voiceover: '',
    subjectFileIds: [],
    styleFileIds: [],
  }));
  const state = {
    ...build,
    scenes,
    languageCode: 'en',
    voiceKey: null,
    styleText: wish.styleText,
  };
  return { kind: storyboardToVideoKind, workflowType: 'STORYBOARD_TO_VIDEO', title: wish.title, state };
}

function prepareClip(build: Build, { wish }: GenerateOffer): StartedRun {
  const prompt = [wish.text, wish.styleText].filter((text) => text !== '').join('. ');
  const durationSeconds = Math.max(1, Math.min(longestClipSeconds, wish.seconds ?? usualClipSeconds));
  const state = {
    ...build,
    prompt,
    title: wish.title,
    imageFileIds: [],
    durationSeconds,
  };
  return { kind: promptToVideoClipKind, workflowType: 'PROMPT_TO_VIDEO_CLIP', title: wish.title, state };
}

function findVoice(deps: AssistantStartDeps, wish: Parameters<AssistantStarts['findVoice']>[0]) {
  const primary = wish.languageCode.split('-')[0];
  const fitting = deps.catalogue.voices
    .map(({ voice }) => voice)
    .filter((voice) => voice.supportsAllLanguages || voice.languageCode.split('-')[0] === primary)
    .filter((voice) => wish.gender === null || voice.displayGender === wish.gender)
    .filter(
      (voice) => wish.name === null || voice.displayName.toLowerCase().includes(wish.name.toLowerCase()),
    );
  return fitting[0] ?? null;
}

function prepare(deps: AssistantStartDeps, build: Build, offer: GenerateOffer): StartedRun {
  if (offer.workflowType === 'STORYBOARD_TO_VIDEO') return prepareStoryboard(build, offer);
  if (offer.workflowType === 'PROMPT_TO_VIDEO_CLIP') return prepareClip(build, offer);
  return prepareScript(deps, build, offer);
}

/** Creates the actions the assistant can start, with the same checks as the API's own operations. */
export function createAssistantStarts(deps: AssistantStartDeps): AssistantStarts {
  return {
    prepareRun: (caller, projectId, offer) => {
      const { aspectRatio, edits: remixActions } = offer.wish;
      const build = buildRequestOf(
        asCaller(caller),
        { aspectRatio, hideFromUi: false, remixActions },
        projectId,
      );
      const actions = deps.remixPlanner.plan(asCaller(caller), remixActions, null);
      return { ...prepare(deps, build, offer), actions };
    },
    planEdits: (caller, offer, languageCode) =>
      deps.remixPlanner.plan(asCaller(caller), offer.actions, languageCode),
    findVoice: (wish) => findVoice(deps, wish),
    creditsLeft: ({ teamId }) => deps.credits.balanceOf(teamId),
    charge: ({ teamId }, credits) => void deps.credits.charge(teamId, credits),
  };
}
