import { z } from 'zod';
import { fontFaces } from '../fonts/font-faces.ts';

/** As `#rrggbb`. */
const color = z.string().regex(/^#[0-9a-f]{6}$/);

const themeFont = z.object({
  /** As the engine knows it; covers every script. */
  face: z.enum(fontFaces),
  /** Name of its Latin typeface. */
  family: z.string(),
  /** 100 to 900. */
  weight: z.number().int().min(100).max(900),
});

export const slideshowThemeSchema = z.object({
  /** Ink is readable on paper, ink on accent is `onAccent`. */
  colors: z.object({
    ...{ paper: color, ink: color, quietInk: color },
    ...{ accent: color, onAccent: color, secondAccent: color },
  }),
  /** Typefaces that come with the app. */
  fonts: z.object({ headline: themeFont, text: themeFont }),
  layout: z.object({
    align: z.enum(['left', 'center']),
    /** What marks a headline. */
    mark: z.enum(['rule', 'bar', 'dot', 'block', 'none']),
    /** Roundness of cards and pictures, in percent of the frame's height. */
    cornerPercent: z.number(),
    backdrop: z.enum(['plain', 'band', 'gradient', 'grid', 'blobs']),
  }),
  /** The words that steer drawn pictures so that they go with the slides. */
  styleText: z.string(),
});

/** How the slides of a slideshow are set: what a SLIDESHOW_THEME of the built-in catalogue carries. */
export type SlideshowTheme = Readonly<z.output<typeof slideshowThemeSchema>>;
