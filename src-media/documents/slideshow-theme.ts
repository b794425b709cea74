import type { FontFace } from '../fonts/font-families.ts';

/** How the slides of a slideshow are set: what a SLIDESHOW_THEME of the built-in catalogue carries. */
export interface SlideshowTheme {
  /** Colours as `#rrggbb`. Ink is readable on paper, ink on accent is `onAccent`. */
  readonly colors: {
    readonly paper: string;
    readonly ink: string;
    readonly quietInk: string;
    readonly accent: string;
    readonly onAccent: string;
    readonly secondAccent: string;
  };
  /** Typefaces that come with the app. */
  readonly fonts: {
    readonly headline: ThemeFont;
    readonly text: ThemeFont;
  };
  readonly layout: {
    readonly align: 'left' | 'center';
    /** What marks a headline. */
    readonly mark: 'rule' | 'bar' | 'dot' | 'block' | 'none';
    /** Roundness of cards and pictures, in percent of the frame's height. */
    readonly cornerPercent: number;
    readonly backdrop: 'plain' | 'band' | 'gradient' | 'grid' | 'blobs';
  };
  /** The words that steer drawn pictures so that they go with the slides. */
  readonly styleText: string;
}

interface ThemeFont {
  /** As the engine knows it; covers every script. */
  readonly face: FontFace;
  /** Name of its Latin typeface. */
  readonly family: string;
  /** 100 to 900. */
  readonly weight: number;
}
