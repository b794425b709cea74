import type { ModelQuality } from '../../src-shared/api/common.ts';
import { invalidParameter } from '../api-error.ts';
import type { Caller } from '../auth/credentials.ts';
import type { ActorVoices } from '../catalogue/actor-voices.ts';
import { usableEntity } from '../catalogue/usable-entity.ts';
import type { PresenterRequest } from '../jobs/project-build/presenter-stage.ts';
import type { EntityRepository } from '../store/entity-repository.ts';

const sides: Readonly<Record<ModelQuality, number>> = { LOW: 360, STANDARD: 480, HIGH: 640, MAX: 720 };

interface NarratorBody {
  readonly actorEntityId?: string | null | undefined;
  readonly avatarQuality?: ModelQuality | undefined;
  readonly voiceId?: string | null | undefined;
}

/** The narrator of a start: who is seen, and whose voice is heard unless another one is asked for. */
export interface Narrator {
  readonly presenter: PresenterRequest;
  /** Null leaves the choice to the language. */
  readonly voiceId: string | null;
}

/** @throws ApiError for an actor the caller cannot use, 400 for one without a picture. */
export function narratorOf(
  deps: { readonly entities: EntityRepository; readonly actorVoices: ActorVoices },
  caller: Caller,
  body: NarratorBody,
): Narrator {
  const { actorEntityId, avatarQuality = 'STANDARD', voiceId = null } = body;
  if (actorEntityId === undefined || actorEntityId === null) return { presenter: null, voiceId };
  const actor = usableEntity(deps.entities, caller, actorEntityId, ['ACTOR'], 'actorEntityId');
  if (!actor.builtIn && actor.references.length === 0) {
    throw invalidParameter('actorEntityId', 'names an actor without a picture');
  }
  return {
    presenter: { actorEntityId, side: sides[avatarQuality] },
    voiceId: voiceId ?? deps.actorVoices.voiceOf(actor)?.voice.voiceId ?? null,
  };
}
