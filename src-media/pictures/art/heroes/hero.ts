import { type Hex, lightnessOf, mixColors } from '../../color/color.ts';
import type { Scheme } from '../../look/scheme.ts';
import type { Point } from '../geometry.ts';
import { type Glyph, placeGlyph } from '../glyph.ts';
import type { Stage } from '../stage.ts';

/** Draws one thing large, with a background that places it. */
export type Hero = (stage: Stage, glyph: Glyph) => void;

/** Colours of a thing: pale body, tinted parts, dark lines. They work on light and on dark sheets. */
export interface GlyphColors {
  readonly body: Hex;
  readonly tint: Hex;
  readonly lines: Hex;
}

export function glyphColors(scheme: Scheme, tint: Hex = scheme.accent): GlyphColors {
  const [dark, pale] = [scheme.ground, scheme.ink].toSorted((a, b) => lightnessOf(a) - lightnessOf(b));
  return {
    body: mixColors(pale ?? scheme.ink, '#ffffff', 0.4),
    tint,
    lines: mixColors(dark ?? scheme.ground, scheme.near, 0.25),
  };
}

export function drawGlyph(stage: Stage, glyph: Glyph, foot: Point, size: number, colors: GlyphColors): void {
  const placed = placeGlyph(glyph, foot, size);
  stage.hand.area(placed.silhouette, colors.body, 'thing');
  stage.hand.area(placed.tint, colors.tint, 'facet');
  stage.hand.area(placed.lines, colors.lines, 'mark');
}
