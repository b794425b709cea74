import { z } from 'zod';
import data from '../../../resources/media/characters.json' with { type: 'json' };

/** CSS notation. */
const color = z.string().regex(/^#[0-9a-f]{6}$/);

const skin = z.object({
  base: color,
  light: color,
  shade: color,
  /** Colour of the lines of nose, ears and lids. */
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
  /** Colour of the garment worn underneath, or of trims. */
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
  /** Half the width of the face at the cheeks and the jaw, and the y position of the chin. */
  face: z.object({ cheek: z.number(), jaw: z.number(), chin: z.number() }),
  /** From 0, thin, to 1, full. */
  lips: z.number().min(0).max(1),
  clothes,
  extras,
  backdrop: z.object({ from: color, to: color, disc: color }),
  /** Width of the shoulders; 1 is average. */
  build: z.number(),
});

/** A complete drawn person. Measures use the face's own grid, on which the face is about 292 wide and 392 high. */
export type Character = z.output<typeof character>;
export type Hair = z.output<typeof hair>;
export type HairStyle = z.output<typeof hairStyle>;
export type Clothes = z.output<typeof clothes>;

/** The drawn people of the built-in catalogue. */
export const characters: readonly Character[] = z.array(character).parse(data);

/** Returns null if no character has the key. */
export function findCharacter(key: string): Character | null {
  return characters.find((each) => each.key === key) ?? null;
}
