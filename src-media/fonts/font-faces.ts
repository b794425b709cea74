/**
 * Faces for drawn text. `sans` and `mono` are plain and legible at any size; the others are for headlines. Letters that
 * a face lacks are set in the nearest face that has them.
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
