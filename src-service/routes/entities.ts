import { type EntityType, entityTypeSchema } from '../../src-shared/api/entities.ts';
import type { FileType, FileScope } from '../../src-shared/api/files.ts';
import { conflict, invalidParameter } from '../api-error.ts';
import type { Caller } from '../auth/credentials.ts';
import type { ActorVoices } from '../catalogue/actor-voices.ts';
import { readableEntity } from '../catalogue/usable-entity.ts';
import { type Clock, unixSeconds } from '../clock.ts';
import type { Cursors } from '../http/cursors.ts';
import type { Call, Handlers } from '../http/handlers.ts';
import { usableFile } from '../jobs/usable-file.ts';
import { newId } from '../new-id.ts';
import type { ServiceDatabase } from '../store/database/service-database.ts';
import type { EntityRepository } from '../store/records/entity-repository.ts';
import type { Entity } from '../store/records/entity.ts';
import type { FileRepository } from '../store/records/file-repository.ts';
import { catalogueTeamId, type Shelf, type StoredFile } from '../store/records/stored-file.ts';
import { pageOfEntities } from './entity-page.ts';

/** Scope of a file without entity references. A formerly temporary file becomes permanent. */
const scopeOfShelf: Readonly<Record<Shelf, FileScope>> = {
  standalone: 'GLOBAL',
  project: 'PROJECT',
  export: 'EXPORT',
};

/** Gives a file that an entity refers to the scope ENTITY (contract supplement §4.7). */
function changeReferencedScope(files: FileRepository, file: StoredFile): void {
  if (file.scope !== 'ENTITY') files.changeScope(file.fileId, 'ENTITY');
}

/** Restores a file's own scope after the last entity reference is removed. */
function settleUnreferencedScope(
  deps: { readonly files: FileRepository; readonly entities: EntityRepository },
  fileId: string,
): void {
  const file = deps.files.find(fileId);
  if (file?.scope !== 'ENTITY' || file.teamId === catalogueTeamId) return;
  if (!deps.entities.isReferenced(fileId)) {
    deps.files.changeScope(fileId, scopeOfShelf[file.shelf]);
  }
}

export interface EntityHandlerDeps {
  readonly database: ServiceDatabase;
  readonly entities: EntityRepository;
  readonly files: FileRepository;
  readonly actorVoices: ActorVoices;
  readonly cursors: Cursors;
  readonly clock: Clock;
}

/** File types allowed as references of each kind (specification §4.8). */
const referenceTypes: Readonly<Record<EntityType, readonly FileType[]>> = {
  ACTOR: ['IMAGE'],
  PRODUCT: ['IMAGE'],
  VISUAL_STYLE: ['IMAGE'],
  SLIDESHOW_THEME: ['IMAGE', 'PDF', 'SLIDESHOW'],
};

function actorConfigOf(deps: EntityHandlerDeps, entity: Entity) {
  if (entity.entityType !== 'ACTOR') return null;
  const voice = deps.actorVoices.voiceOf(entity);
  return {
    voiceDisplayName: voice?.voice.displayName ?? null,
    hasVoice: voice !== null,
    hasAvatarPresenter: entity.references.length > 0,
  };
}

function show(deps: EntityHandlerDeps, entity: Entity) {
  const { entityId, entityType, name, description, references, createdAt, updatedAt, isBuiltIn } = entity;
  return {
    entityId,
    entityType,
    name,
    description,
    actorConfig: actorConfigOf(deps, entity),
    references: references.map((reference) => ({ ...reference })),
    createdAt,
    updatedAt,
    isBuiltIn,
  };
}

/** @throws ApiError 404, 403, 400 for a built-in entity (specification §7, point 3). */
function ownEntity(deps: EntityHandlerDeps, caller: Caller, entityId: string): Entity {
  const entity = readableEntity(deps.entities, caller, entityId);
  if (entity.isBuiltIn)
    throw invalidParameter('entityId', 'names a built-in entity, which cannot be changed');
  return entity;
}

/** @throws ApiError as `ownEntity`, and 409 for an archived one. */
function changeableEntity(deps: EntityHandlerDeps, caller: Caller, entityId: string): Entity {
  const entity = ownEntity(deps, caller, entityId);
  if (entity.isArchived) throw conflict('This entity is archived and cannot be changed any more.');
  return entity;
}

/** Returns the entity's current state after a change. */
function showChanged(deps: EntityHandlerDeps, caller: Caller, entityId: string) {
  return show(deps, readableEntity(deps.entities, caller, entityId));
}

function createEntity(deps: EntityHandlerDeps, { caller, body }: Call<'createEntity'>) {
  const entityId = newId('enti');
  if (body.name.trim() === '') throw invalidParameter('name', 'must not be blank');
  const { entityType, name, description = '' } = body;
  const { teamId, userId } = caller;
  const createdAt = unixSeconds(deps.clock);
  deps.entities.insert({ entityId, teamId, userId, entityType, name, description, createdAt });
  return showChanged(deps, caller, entityId);
}

/** Null keeps the name but clears the description. */
function updateEntity(deps: EntityHandlerDeps, { caller, parameters, body }: Call<'updateEntity'>) {
  const { entityId } = changeableEntity(deps, caller, parameters.entityId);
  if (body.name?.trim() === '') throw invalidParameter('name', 'must not be blank');
  const description = body.description === null ? '' : (body.description ?? null);
  deps.entities.rename(entityId, { name: body.name ?? null, description }, unixSeconds(deps.clock));
  return showChanged(deps, caller, entityId);
}

function addReference(deps: EntityHandlerDeps, { caller, parameters, body }: Call<'addEntityReference'>) {
  const { entityId, entityType } = changeableEntity(deps, caller, parameters.entityId);
  const wanted = { field: 'fileId', types: referenceTypes[entityType] };
  const file = usableFile(deps.files, caller, body.fileId, wanted);
  const reference = { fileId: file.fileId, description: body.description ?? '', isDefault: body.isDefault };
  deps.database.transaction(() => {
    deps.entities.putReference(entityId, reference, unixSeconds(deps.clock));
    changeReferencedScope(deps.files, file);
  });
  return showChanged(deps, caller, entityId);
}

function removeReference(deps: EntityHandlerDeps, call: Call<'removeEntityReference'>) {
  const { caller, parameters } = call;
  const { fileId } = call.body;
  const { entityId, references } = changeableEntity(deps, caller, parameters.entityId);
  if (!references.some((reference) => reference.fileId === fileId)) {
    throw invalidParameter('fileId', 'names no reference of this entity');
  }
  deps.database.transaction(() => {
    deps.entities.removeReference(entityId, fileId, unixSeconds(deps.clock));
    settleUnreferencedScope(deps, fileId);
  });
  return showChanged(deps, caller, entityId);
}

/** Handlers of actors, products, visual styles and slideshow themes (specification §4.8, contract supplement §4.7). */
export function entityHandlers(deps: EntityHandlerDeps): Handlers {
  return {
    listEntities: ({ caller, query }) => {
      const types = query.entityType === undefined ? entityTypeSchema.options : [query.entityType];
      const { items, ...page } = pageOfEntities(deps, caller.teamId, types, query);
      return { entities: items.map((entity) => show(deps, entity)), ...page };
    },
    createEntity: (call) => createEntity(deps, call),
    getEntity: ({ caller, parameters }) => showChanged(deps, caller, parameters.entityId),
    updateEntity: (call) => updateEntity(deps, call),
    archiveEntity: ({ caller, parameters }) => {
      const { entityId } = ownEntity(deps, caller, parameters.entityId);
      deps.entities.archive(entityId);
      return { entityId, archived: true };
    },
    addEntityReference: (call) => addReference(deps, call),
    removeEntityReference: (call) => removeReference(deps, call),
  };
}
