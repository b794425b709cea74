import type { Look } from '../look.ts';
import { bauhaus, blueprint, corporate, newspaper, pop, retro } from './bold-looks.ts';
import { editorial, kids, minimal, papercut, sketch, watercolor } from './calm-looks.ts';
import { cinematic, luxury, modern, nature, neon, noir } from './film-looks.ts';

/** Every look by name. */
export const looks = {
  editorial,
  minimal,
  watercolor,
  papercut,
  kids,
  sketch,
  retro,
  corporate,
  pop,
  bauhaus,
  newspaper,
  blueprint,
  noir,
  cinematic,
  nature,
  neon,
  luxury,
  modern,
} satisfies Record<string, Look>;

export type LookName = keyof typeof looks;
