import { slideshowThemeSchema } from '@dailies/media';
import { z } from 'zod';
import data from '../../../resources/catalogue.json' with { type: 'json' };
import type { Entity } from '../../store/records/entity.ts';
import { builtInEntity, type BuiltInEntity } from './built-in-entity.ts';

const shown = z.object({ key: z.string(), name: z.string(), description: z.string() });
const voice = z.object({
  gender: z.enum(['MALE', 'FEMALE']),
  languageCode: z.string(),
  turn: z.number().int().min(0),
});

/** Data of the catalogue file; everything else about an entity follows from its kind. */
const catalogue = z
  .object({
    actors: z.array(shown.extend({ voice })),
    products: z.array(shown),
    visualStyles: z.array(shown.extend({ styleText: z.string() })),
    slideshowThemes: z.array(shown.extend({ theme: slideshowThemeSchema })),
  })
  .parse(data);

/** The built-in catalogue (specification §4.8) in list order. */
export const builtInEntities: readonly BuiltInEntity[] = [
  ...catalogue.actors.map((each) =>
    builtInEntity(
      'ACTOR',
      each.key,
      { ...each, picture: `${each.name}, drawn from the front down to the chest` },
      { actor: { characterKey: each.key, voice: each.voice } },
    ),
  ),
  ...catalogue.products.map((each) =>
    builtInEntity('PRODUCT', each.key, { ...each, picture: `${each.name} on a plain ground` }),
  ),
  ...catalogue.visualStyles.map((each) =>
    builtInEntity(
      'VISUAL_STYLE',
      each.key,
      { ...each, picture: `A sample picture in the style ${each.name}` },
      { styleText: each.styleText },
    ),
  ),
  ...catalogue.slideshowThemes.map((each) =>
    builtInEntity(
      'SLIDESHOW_THEME',
      each.key,
      { ...each, picture: `Colours, type and a sample slide of the theme ${each.name}` },
      { theme: each.theme },
    ),
  ),
];

const byId = new Map(builtInEntities.map(({ entity }) => [entity.entityId, entity]));

/** Null if the id is not in the catalogue. */
export function findBuiltIn(entityId: string): Entity | null {
  return byId.get(entityId) ?? null;
}
