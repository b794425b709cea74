import { z } from 'zod';
import data from '../../../resources/media/characters.json' with { type: 'json' };

/** As CSS writes it. */
const color = z.string().regex(/^#[0-9a-f]{6}$/);

const skin = z.object({
  base: color,
  light: color,
  shade: color,
  /** Lines of nose, ears and lids. */
  line: color,
  blush: color,
  lip: color,
});

const hairStyle = z.enum(['curls', 'sidePart', 'afro', 'swept', 'bob', 'shaved', 'long', 'tousled']);
const hair = z.object({ style: hairStyle, base: color, shade: color, light: color });

const clothes = z.object({
  style: z.enum(['sweater', 'shirt', 'blazer', 'denim', 'cardigan', 'suit', 'blouse', 'hoodie']),
  main: color,
  shade: color,
  /** What is worn below, or trims. */
  inner: color,
  accent: color,
});

const extras = z.object({
  glasses: z.object({ shape: z.enum(['round', 'soft']), color }).optional(),
  beard: z.object({ color, length: z.number() }).optional(),
  earrings: color.optional(),
  hasFreckles: z.boolean().optional(),
  hasLines: z.boolean().optional(),
});

const character = z.object({
  key: z.string(),
  skin,
  hair,
  brows: z.object({ color, thickness: z.number() }),
  iris: color,
  hasLashes: z.boolean(),
  /** Half of the face's width at the cheeks and at the jaw, and where the chin ends. */
  face: z.object({ cheek: z.number(), jaw: z.number(), chin: z.number() }),
  /** 0 thin to 1 full. */
  lips: z.number().min(0).max(1),
  clothes,
  extras,
  backdrop: z.object({ from: color, to: color, disc: color }),
  /** Of the shoulders, 1 for the usual. */
  build: z.number(),
});

/** A drawn person, whole. Measures are of the face's own grid: the face is about 292 wide and 392 high. */
export type Character = z.output<typeof character>;
export type Hair = z.output<typeof hair>;
export type HairStyle = z.output<typeof hairStyle>;
export type Clothes = z.output<typeof clothes>;

/** The drawn people of the built-in catalogue. */
export const characters: readonly Character[] = z.array(character).parse(data);

/** Null for a key no character has. */
export function findCharacter(key: string): Character | null {
  return characters.find((each) => each.key === key) ?? null;
}
