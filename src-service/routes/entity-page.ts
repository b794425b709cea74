import type { EntityType } from '../../src-shared/api/entities.ts';
import { invalidParameter } from '../api-error.ts';
import { builtInEntities } from '../catalogue/built-in/built-in-entities.ts';
import type { Cursors, CursorPosition } from '../http/cursors.ts';
import type { Page } from '../http/paging.ts';
import type { EntityRepository } from '../store/records/entity-repository.ts';
import type { Entity } from '../store/records/entity.ts';

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** An entity with its list position: its id in the built-in part, its order in the team's part. */
interface PlacedEntity {
  readonly position: CursorPosition;
  /** Null for a damaged record, which keeps its position. */
  readonly entity: Entity | null;
}

const list = 'entities';

/**
 * Returns a page of the built-in catalogue, followed by the team's own, most recently updated first. Pages continue
 * from a position in that order, so that new records cause no repeats or gaps.
 */
export function pageOfEntities(
  deps: { readonly entities: EntityRepository; readonly cursors: Cursors },
  teamId: string,
  types: readonly EntityType[],
  query: PageQuery,
): Page<Entity> {
  const start = query.cursor === undefined ? null : deps.cursors.decode(list, query.cursor);
  const count = query.limit + 1;
  const builtIn = typeof start === 'number' ? [] : builtInAfter(start, types);
  const before = typeof start === 'number' ? start : null;
  const room = count - builtIn.length;
  const own = room > 0 ? deps.entities.list(teamId, types, { before, count: room }) : [];
  const placed = [...builtIn, ...own.map(({ order, record }) => ({ position: order, entity: record }))];
  const shown = placed.slice(0, query.limit);
  const last = shown.at(-1);
  const hasMore = placed.length > query.limit && last !== undefined;
  return {
    items: shown.map(({ entity }) => entity).filter((entity) => entity !== null),
    hasMore,
    nextCursor: hasMore ? deps.cursors.encode(list, last.position) : null,
  };
}

function builtInAfter(lastId: string | null, types: readonly EntityType[]): PlacedEntity[] {
  const all = builtInEntities.map(({ entity }) => entity);
  const start = lastId === null ? 0 : all.findIndex((entity) => entity.entityId === lastId) + 1;
  if (lastId !== null && start === 0) {
    throw invalidParameter('cursor', 'points to an entity the catalogue no longer has');
  }
  const wanted = all.slice(start).filter((entity) => types.includes(entity.entityType));
  return wanted.map((entity) => ({ position: entity.entityId, entity }));
}
