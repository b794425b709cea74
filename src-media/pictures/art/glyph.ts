import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Path2D, PathOp } from '@napi-rs/canvas';
import type { Point } from './geometry.ts';
import { moved } from './shapes.ts';

/** An icon as three stacked shapes, in a unit square and standing on its lower edge. */
export interface Glyph {
  /** All solid parts. */
  readonly silhouette: Path2D;
  /** Parts in a second tone. */
  readonly tint: Path2D;
  readonly lines: Path2D;
}

/** Line weights of an icon. */
export const glyphWeights = ['thin', 'light', 'regular'] as const;
export type GlyphWeight = (typeof glyphWeights)[number];

const packages = createRequire(import.meta.url);

/**
 * Loads an icon of the Phosphor set (MIT) by name, such as `book-open`.
 *
 * @throws when the set has no icon with that name
 */
export function loadGlyph(name: string, weight: GlyphWeight): Glyph {
  const lines = new Path2D(outlinesIn(name, weight).join(' '));
  const solid = new Path2D(outlinesIn(name, 'fill').join(' '));
  const [tint = ''] = outlinesIn(name, 'duotone');
  const [left, top, right, bottom] = lines.computeTightBounds();
  const scale = 1 / Math.max(right - left, bottom - top);
  const toSquare = {
    a: scale,
    b: 0,
    c: 0,
    d: scale,
    e: 0.5 - ((left + right) / 2) * scale,
    f: 1 - bottom * scale,
  };
  return {
    silhouette: moved(solid.op(lines, PathOp.Union).op(withoutHoles(lines), PathOp.Intersect), toSquare),
    tint: moved(new Path2D(tint), toSquare),
    lines: moved(lines, toSquare),
  };
}

/** Moves and scales a glyph so that the middle of its foot is at a point. */
export function placeGlyph(glyph: Glyph, foot: Point, size: number): Glyph {
  const transform = { a: size, b: 0, c: 0, d: size, e: foot.x - size / 2, f: foot.y - size };
  return {
    silhouette: moved(glyph.silhouette, transform),
    tint: moved(glyph.tint, transform),
    lines: moved(glyph.lines, transform),
  };
}

/** Keeps only the outer edges of a path. The filled icons extend further than the thin lines. */
function withoutHoles(path: Path2D): Path2D {
  const contours = path
    .toSVGString()
    .split(/(?=M)/)
    .map((contour) => new Path2D(contour));
  return contours.reduce((whole, contour) => whole.op(contour, PathOp.Union), new Path2D());
}

/** Returns the paths of an icon's file; in two-tone files the tinted one comes first. */
function outlinesIn(name: string, style: GlyphWeight | 'fill' | 'duotone'): string[] {
  const file = style === 'regular' ? name : `${name}-${style}`;
  const svg = readFileSync(packages.resolve(`@phosphor-icons/core/assets/${style}/${file}.svg`), 'utf8');
  return [...svg.matchAll(/ d="([^"]+)"/g)].map((match) => match[1] ?? '');
}
