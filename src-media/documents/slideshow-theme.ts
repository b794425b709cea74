import { z } from 'zod';
import { fontFaces } from '../fonts/font-faces.ts';

/** As `#rrggbb`. */
const color = z.string().regex(/^#[0-9a-f]{6}$/);

const themeFont = z.object({
  /** Face of the engine, which covers every script. */
  face: z.enum(fontFaces),
  /** Name of the Latin typeface. */
  family: z.string(),
  /** 100 to 900. */
  weight: z.number().int().min(100).max(900),
});

export const slideshowThemeSchema = z.object({
  /** `ink` is readable on `paper`; `onAccent` is readable on `accent`. */
  colors: z.object({
    paper: color,
    ink: color,
    quietInk: color,
    accent: color,
    onAccent: color,
    secondAccent: color,
  }),
  /** Bundled typefaces. */
  fonts: z.object({ headline: themeFont, text: themeFont }),
  layout: z.object({
    align: z.enum(['left', 'center']),
    /** Mark below a headline. */
    mark: z.enum(['rule', 'bar', 'dot', 'block', 'none']),
    /** Corner radius of cards and pictures, in percent of the frame's height. */
    cornerPercent: z.number(),
    backdrop: z.enum(['plain', 'band', 'gradient', 'grid', 'blobs']),
  }),
  /** Style text for drawn pictures, so that they match the slides. */
  styleText: z.string(),
});

/** Layout of a slideshow's slides, stored in a SLIDESHOW_THEME of the built-in catalogue. */
export type SlideshowTheme = Readonly<z.output<typeof slideshowThemeSchema>>;
