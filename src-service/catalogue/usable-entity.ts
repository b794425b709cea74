import type { EntityType } from '../../src-shared/api/entities.ts';
import { ApiError, invalidParameter, notFound } from '../api-error.ts';
import type { Caller } from '../auth/credentials.ts';
import type { EntityRepository } from '../store/records/entity-repository.ts';
import type { Entity } from '../store/records/entity.ts';

/**
 * Returns an entity if it belongs to the caller's team or to the built-in catalogue.
 * @throws ApiError 404 if it does not exist, 403 if it is another team's (specification §4.5, §7 point 5).
 */
export function readableEntity(entities: EntityRepository, caller: Caller, entityId: string): Entity {
  const entity = entities.find(entityId);
  if (entity === null) throw notFound('entity');
  if (entity.teamId === null || entity.teamId === caller.teamId) return entity;
  throw new ApiError(403, 'not_authorized', 'This entity belongs to another team.');
}

const nouns: Readonly<Record<EntityType, string>> = {
  ACTOR: 'an actor',
  PRODUCT: 'a product',
  VISUAL_STYLE: 'a visual style',
  SLIDESHOW_THEME: 'a slideshow theme',
};

/**
 * Returns the entity that a field of a request names.
 * @param kinds kinds the field accepts.
 * @param field name in the body, such as `actorEntityId`.
 * @throws ApiError 404, 403; 400 `invalid_parameters` naming the field if the entity is of another kind or archived.
 */
export function usableEntity(
  entities: EntityRepository,
  caller: Caller,
  entityId: string,
  kinds: readonly EntityType[],
  field: string,
): Entity {
  const entity = readableEntity(entities, caller, entityId);
  if (!kinds.includes(entity.entityType)) {
    throw invalidParameter(field, `must name ${kinds.map((kind) => nouns[kind]).join(' or ')}`);
  }
  if (entity.isArchived) throw invalidParameter(field, 'names an archived entity');
  return entity;
}

/**
 * Returns an entity that must have a picture, such as an actor or a theme.
 * @throws ApiError as `usableEntity`, and 400 for a team's entity without a picture.
 */
export function seenEntity(
  entities: EntityRepository,
  caller: Caller,
  entityId: string,
  kind: EntityType,
  field: string,
): Entity {
  const entity = usableEntity(entities, caller, entityId, [kind], field);
  if (entity.builtIn || entity.references.length > 0) return entity;
  throw invalidParameter(field, `names ${nouns[kind]} without a picture`);
}
