import type { ModelQuality } from '../../../src-shared/api/common.ts';
import type { Caller } from '../../auth/credentials.ts';
import type { ActorVoices } from '../../catalogue/actor-voices.ts';
import { seenEntity } from '../../catalogue/usable-entity.ts';
import type { VoiceCatalogue } from '../../catalogue/voice-catalogue.ts';
import { type PresenterRequest, presenterSides } from '../../jobs/project-build/presenter-stage.ts';
import type { EntityRepository } from '../../store/records/entity-repository.ts';

interface PresenterBody {
  readonly actorEntityId?: string | null | undefined;
  readonly avatarQuality?: ModelQuality | undefined;
}

interface NarratorBody extends PresenterBody {
  readonly voiceId?: string | null | undefined;
  readonly language?: string | undefined;
}

interface PresenterDeps {
  readonly entities: EntityRepository;
}

interface NarratorDeps extends PresenterDeps {
  readonly actorVoices: ActorVoices;
  readonly catalogue: VoiceCatalogue;
}

/** The narrator of a start: the visible presenter, the voice and the language. */
export interface Narrator {
  readonly presenter: PresenterRequest;
  /** Null lets the language decide. */
  readonly voiceKey: string | null;
  /** Null if it is to be detected. */
  readonly languageCode: string | null;
}

function actorOf(deps: PresenterDeps, caller: Caller, actorEntityId: string) {
  return seenEntity(deps.entities, caller, actorEntityId, 'ACTOR', 'actorEntityId');
}

/** @throws ApiError for an actor the caller cannot use, and 400 for one without a picture. */
export function presenterOf(deps: PresenterDeps, caller: Caller, body: PresenterBody): PresenterRequest {
  const { actorEntityId, avatarQuality = 'STANDARD' } = body;
  if (actorEntityId === undefined || actorEntityId === null) return null;
  const { entityId } = actorOf(deps, caller, actorEntityId);
  return { actorEntityId: entityId, side: presenterSides[avatarQuality] };
}

/**
 * Resolves the narrator. An actor's own voice is only used if it speaks the language. While the language is unknown,
 * the actor's voice is kept and matched to the language later.
 * @param detected spoken language, if already known.
 * @throws ApiError as `presenterOf` and `VoiceCatalogue.chooseNarration`.
 */
export function narratorOf(
  deps: NarratorDeps,
  caller: Caller,
  body: NarratorBody,
  detected: string | null = null,
): Narrator {
  const { actorEntityId, voiceId, language = detected } = body;
  const presenter = presenterOf(deps, caller, body);
  const narration = deps.catalogue.chooseNarration(body);
  const hasVoice = voiceId !== undefined && voiceId !== null;
  if (hasVoice || actorEntityId === undefined || actorEntityId === null) return { presenter, ...narration };
  const wished = deps.actorVoices.voiceOf(actorOf(deps, caller, actorEntityId))?.voiceKey ?? null;
  const isOpen = wished === null || language === null;
  const voiceKey = isOpen ? wished : deps.actorVoices.voiceKeyIn(language, wished);
  return { presenter, ...narration, voiceKey };
}
