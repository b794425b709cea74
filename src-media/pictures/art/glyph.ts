import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Path2D } from '@napi-rs/canvas';
import { z } from 'zod';
import own from '../../../resources/media/drawings.json' with { type: 'json' };
import type { Hex } from '../color/color.ts';
import type { Point } from './geometry.ts';
import type { Hand } from './hands/hand.ts';
import { circle, moved } from './shapes.ts';

interface GlyphPart {
  readonly path: Path2D;
  readonly color: Hex;
}

/** A drawing as coloured shapes from back to front, in a unit square and standing on its lower edge. */
export interface Glyph {
  readonly parts: readonly GlyphPart[];
  /** Width by height. */
  readonly aspect: number;
}

const packages = createRequire(import.meta.url);
const iconSet = z.object({ icons: z.record(z.string(), z.object({ body: z.string() })) });
let icons: z.infer<typeof iconSet>['icons'] | null = null;

/** The set is parsed once, when a picture first needs it. */
function bodyOf(name: string): string {
  icons ??= {
    ...iconSet.parse(
      JSON.parse(readFileSync(packages.resolve('@iconify-json/fluent-emoji-flat/icons.json'), 'utf8')),
    ).icons,
    ...iconSet.parse(own).icons,
  };
  const body = icons[name]?.body;
  if (body === undefined) throw new Error(`The set of drawings has no ${name}.`);
  return body;
}

/**
 * Loads a drawing by name, such as `open-book`: one of our own, or of Fluent Emoji (MIT).
 *
 * @throws when the set has no drawing with that name
 */
export function loadGlyph(name: string): Glyph {
  const parts = partsOf(bodyOf(name));
  const whole = new Path2D();
  for (const { path } of parts) whole.addPath(path);
  const [left, top, right, bottom] = whole.computeTightBounds();
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
    parts: parts.map(({ path, color }) => ({ path: moved(path, toSquare), color })),
    aspect: (right - left) / (bottom - top),
  };
}

/** Reads the shapes of a drawing; a shape without a fill has that of its group. */
function partsOf(body: string): GlyphPart[] {
  const fills: string[] = [];
  const parts: GlyphPart[] = [];
  for (const [, end, tag, attributes = ''] of body.matchAll(/<(\/?)(g|path|circle|ellipse)\b([^>]*)>/g)) {
    if (tag === 'g') {
      if (end === '/') fills.pop();
      else fills.push(attributeOf(attributes, 'fill') || (fills.at(-1) ?? ''));
      continue;
    }
    const color = colorOf(attributeOf(attributes, 'fill') || (fills.at(-1) ?? ''));
    const path = tag === 'path' ? new Path2D(attributeOf(attributes, 'd')) : roundShape(attributes);
    if (color) parts.push({ path, color });
  }
  return parts;
}

/** Draws a glyph with the middle of its foot at a point. @param size of its longer side, in pixels */
export function drawGlyph(
  hand: Hand,
  glyph: Glyph,
  foot: Point,
  size: number,
  recolor: (color: Hex) => Hex = (color) => color,
): void {
  const transform = { a: size, b: 0, c: 0, d: size, e: foot.x - size / 2, f: foot.y - size };
  glyph.parts.forEach(({ path, color }, index) =>
    hand.area(moved(path, transform), recolor(color), index === 0 ? 'thing' : 'facet'),
  );
}

function attributeOf(attributes: string, name: string): string {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
}

function roundShape(attributes: string): Path2D {
  const numberOf = (name: string) => Number(attributeOf(attributes, name));
  const center = { x: numberOf('cx'), y: numberOf('cy') };
  if (attributes.includes(' r=')) return circle(center, numberOf('r'));
  const path = new Path2D();
  path.ellipse(center.x, center.y, numberOf('rx'), numberOf('ry'), 0, 0, Math.PI * 2);
  return path;
}

/** Returns a fill as six digits; null for shapes without a plain one. */
function colorOf(fill: string): Hex | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(fill)?.[1];
  if (!digits) return null;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}
