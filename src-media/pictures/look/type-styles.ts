import type { TypeStyle } from '../text/type-style.ts';

/** Type styles for headlines, by character; looks combine each with a label. */
export const headlineStyles = {
  serif: { face: 'serif', weight: 650, tracking: -0.018, leading: 1.04 },
  heavySerif: { face: 'serif', weight: 900, tracking: -0.02, leading: 0.98 },
  lightSerif: { face: 'serif', weight: 400, tracking: -0.01, leading: 1.08 },
  sans: { face: 'sans', weight: 700, tracking: -0.035, leading: 1.02 },
  heavySans: { face: 'sans', weight: 850, tracking: -0.04, leading: 0.98 },
  display: { face: 'display', weight: 800, tracking: -0.012, leading: 0.98 },
  elegant: { face: 'elegant', weight: 600, tracking: -0.005, leading: 1.08 },
  elegantCapitals: { face: 'elegant', weight: 500, tracking: 0.08, leading: 1.16, isCapitals: true },
  retro: { face: 'retro', weight: 820, tracking: -0.015, leading: 0.98, variations: '"SOFT" 100, "WONK" 1' },
  condensed: { face: 'condensed', weight: 700, tracking: 0, leading: 1.06, isCapitals: true },
  film: { face: 'condensed', weight: 500, tracking: 0.08, leading: 1.2, isCapitals: true },
  rounded: { face: 'rounded', weight: 600, tracking: -0.005, leading: 1.04 },
  tech: { face: 'tech', weight: 650, tracking: -0.03, leading: 1.02 },
  mono: { face: 'mono', weight: 650, tracking: -0.03, leading: 1.12 },
  hand: { face: 'hand', weight: 700, tracking: 0, leading: 0.96 },
  italic: { face: 'italic', weight: 450, tracking: -0.01, leading: 1.14 },
} satisfies Record<string, TypeStyle>;

/** Type styles for small text. */
export const labelStyles = {
  capitals: { face: 'sans', weight: 650, tracking: 0.14, leading: 1.35, isCapitals: true },
  sans: { face: 'sans', weight: 500, tracking: -0.005, leading: 1.26 },
  serif: { face: 'serif', weight: 450, tracking: 0, leading: 1.26 },
  italic: { face: 'italic', weight: 450, tracking: 0, leading: 1.26 },
  mono: { face: 'mono', weight: 500, tracking: 0.02, leading: 1.35, isCapitals: true },
  rounded: { face: 'rounded', weight: 500, tracking: 0.005, leading: 1.24 },
  condensed: { face: 'condensed', weight: 500, tracking: 0.06, leading: 1.3, isCapitals: true },
  tech: { face: 'tech', weight: 500, tracking: 0.01, leading: 1.28 },
  hand: { face: 'hand', weight: 600, tracking: 0, leading: 1.1 },
} satisfies Record<string, TypeStyle>;
