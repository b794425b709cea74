import { primaryLanguage } from '@dailies/media/script';
import type { RemixAction } from '../../src-shared/api/remix.ts';
import { ApiError, invalidParameter } from '../api-error.ts';
import type { Caller } from '../auth/credentials.ts';
import { seenEntity } from '../catalogue/usable-entity.ts';
import type { VoiceCatalogue } from '../catalogue/voice-catalogue.ts';
import { frameSizeOf } from '../frame-size.ts';
import type { PlannedRemixAction } from '../jobs/remix/insert-remix-actions.ts';
import { usableFile } from '../jobs/usable-file.ts';
import type { EntityRepository } from '../store/records/entity-repository.ts';
import type { FileRepository } from '../store/records/file-repository.ts';

export interface RemixPlannerDeps {
  readonly files: FileRepository;
  readonly catalogue: VoiceCatalogue;
  readonly entities: EntityRepository;
}

interface Place {
  readonly caller: Caller;
  /** Field path, such as `remixActions[0]`. */
  readonly field: string;
  /** The project's spoken language; null if not known yet. */
  readonly languageCode: string | null;
}

/** Prefixes the field that an error names with the action's place. */
function namingField<Result>(field: string, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_parameters') throw error;
    throw new ApiError(error.status, error.code, `${field}.${error.message}`, error.options);
  }
}

function checkFile(deps: RemixPlannerDeps, place: Place, fileId: unknown, type: 'AUDIO' | 'IMAGE'): void {
  if (typeof fileId !== 'string') return;
  usableFile(deps.files, place.caller, fileId, { field: `${place.field}.fileId`, types: [type] });
}

function checkActor(deps: RemixPlannerDeps, place: Place, actorEntityId: string | null | undefined): void {
  if (actorEntityId === null || actorEntityId === undefined) return;
  seenEntity(deps.entities, place.caller, actorEntityId, 'ACTOR', `${place.field}.actorEntityId`);
}

/** Returns the voice's key. @throws ApiError 400 if it is unknown or does not speak the project's language. */
function chooseVoice(deps: RemixPlannerDeps, place: Place, voiceId: string): string | null {
  const { field, languageCode } = place;
  const { voiceKey, languageCode: spoken } = namingField(field, () =>
    deps.catalogue.chooseNarration({ voiceId }),
  );
  if (spoken === null || languageCode === null) return voiceKey;
  if (primaryLanguage(spoken) === primaryLanguage(languageCode)) return voiceKey;
  throw invalidParameter(`${field}.voiceId`, `names a voice that only speaks ${spoken}`);
}

/** @throws ApiError 403 on the free plan, 400 for a language without a voice. */
function checkTranslation(deps: RemixPlannerDeps, { caller, field }: Place, languageCode: string): void {
  const isKnown = deps.catalogue.languages.some(
    (known) => known.languageCode === primaryLanguage(languageCode),
  );
  if (!isKnown) throw invalidParameter(`${field}.languageCode`, 'is none of the supported languages');
  if (caller.plan !== 'free') return;
  throw new ApiError(403, 'not_authorized', `${field} needs a paid plan.`, {
    requirement: { type: 'upgrade_plan' },
  });
}

function planAction(deps: RemixPlannerDeps, place: Place, action: RemixAction): PlannedRemixAction {
  const planned = { action, voiceKey: null, frame: null };
  switch (action.type) {
    case 'SET_BACKGROUND_MUSIC':
      checkFile(deps, place, action.fileId, 'AUDIO');
      return planned;
    case 'SET_LOGO':
      checkFile(deps, place, action.fileId, 'IMAGE');
      return planned;
    case 'RESIZE_PROJECT':
      return { ...planned, frame: namingField(place.field, () => frameSizeOf(action.aspectRatio)) };
    case 'CHANGE_NARRATOR':
      checkActor(deps, place, action.actorEntityId);
      return { ...planned, voiceKey: chooseVoice(deps, place, action.voiceId) };
    case 'TRANSLATE_PROJECT':
      checkTranslation(deps, place, action.languageCode);
      return planned;
    default:
      return planned;
  }
}

/** Validates the remix actions of requests. */
export class RemixPlanner {
  readonly #deps: RemixPlannerDeps;

  constructor(deps: RemixPlannerDeps) {
    this.#deps = deps;
  }

  /**
   * Validates all actions of a request before any is accepted, and finds their voices.
   * @param languageCode the project's spoken language; null if a run has not detected it yet
   * @throws ApiError 400, 403 or 404, naming the field
   */
  plan(caller: Caller, actions: readonly RemixAction[], languageCode: string | null): PlannedRemixAction[] {
    return actions.map((action, index) =>
      planAction(this.#deps, { caller, field: `remixActions[${index}]`, languageCode }, action),
    );
  }
}
