import type { Entity } from '../../store/entity.ts';
import { actors } from './actors.ts';
import type { BuiltInEntity } from './built-in-entity.ts';
import { products } from './products.ts';
import { slideshowThemes } from './slideshow-themes.ts';
import { visualStyles } from './visual-styles.ts';

/** The whole built-in catalogue (specification §4.8), in the order it is listed. */
export const builtInEntities: readonly BuiltInEntity[] = [
  ...actors,
  ...products,
  ...visualStyles,
  ...slideshowThemes,
];

const byId = new Map(builtInEntities.map(({ entity }) => [entity.entityId, entity]));

/** Null for an id that is none of the catalogue's. */
export function findBuiltIn(entityId: string): Entity | null {
  return byId.get(entityId) ?? null;
}
