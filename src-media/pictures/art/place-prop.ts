import { lightnessOf, mixColors } from '../color/color.ts';
import type { Scheme } from '../look/scheme.ts';
import type { Point } from './geometry.ts';
import { drawGlyph, glyphColors, type GlyphColors } from './heroes/hero.ts';
import type { Stage } from './stage.ts';

/** Draws the stage's prop with the middle of its foot at a point; does nothing without a prop. */
export function placeProp(stage: Stage, foot: Point, size: number): void {
  if (stage.prop) drawGlyph(stage, stage.prop, foot, size, propColors(stage.scheme));
}

/** Returns the colours of a prop. In the dark it is a silhouette against the light. */
function propColors(scheme: Scheme): GlyphColors {
  if (lightnessOf(scheme.ground) > 0.45) return glyphColors(scheme);
  return { body: mixColors(scheme.near, scheme.far, 0.3), tint: scheme.accent, lines: scheme.near };
}
