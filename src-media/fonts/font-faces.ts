/**
 * The voices type can speak in. `sans` and `mono` are plain and legible at any size; the others are for headlines.
 * Letters a face lacks are set in the nearest face that has them.
 */
export const fontFaces = [
  'sans',
  'serif',
  'italic',
  'display',
  'mono',
  'elegant',
  'retro',
  'condensed',
  'rounded',
  'tech',
  'hand',
] as const;
export type FontFace = (typeof fontFaces)[number];
