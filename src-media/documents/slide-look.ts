import type { SlideshowTheme } from './slideshow-theme.ts';

/** Source of the look of slides: a theme of the catalogue, a picture, or the first page of another deck. */
export type SlideLook =
  | { readonly kind: 'theme'; readonly theme: SlideshowTheme }
  | { readonly kind: 'picture' | 'deck'; readonly path: string };
