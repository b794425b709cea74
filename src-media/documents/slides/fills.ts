import type { SKRSContext2D } from '@napi-rs/canvas';
import { type Color, cssColor, type SlideColors } from './slide-colors.ts';
import { attributeOf, childOf, childrenOf, type Element, numberOf } from './xml-tree.ts';

export const emuPerPoint = 12_700;

/** A fill as the slide describes it, and the colour that its `phClr` placeholder stands for. */
export interface FoundFill {
  readonly element: Element;
  readonly placeholder: Color | null;
}

const fillNames = new Set(['noFill', 'solidFill', 'gradFill', 'blipFill', 'pattFill']);

/** Returns the fill among an element's properties; null if they define none. */
export function fillIn(properties: Element | null | undefined): Element | null {
  return childrenOf(properties).find(({ localName }) => fillNames.has(localName ?? '')) ?? null;
}

/** Returns a theme's fill by its index: 1 to 3 for shapes, from 1001 for backgrounds. */
export function themeFill(theme: Element | null, index: number): Element | null {
  const format = childOf(theme, 'themeElements', 'fmtScheme');
  if (index >= 1001) return childrenOf(childOf(format, 'bgFillStyleLst'))[index - 1001] ?? null;
  return index >= 1 ? (childrenOf(childOf(format, 'fillStyleLst'))[index - 1] ?? null) : null;
}

function gradient(
  context: SKRSContext2D,
  fill: FoundFill,
  colors: SlideColors,
  size: { readonly width: number; readonly height: number },
) {
  const { width, height } = size;
  const angle = ((numberOf(childOf(fill.element, 'lin'), 'ang') ?? 0) / 60_000) * (Math.PI / 180);
  const reach = (Math.abs(width * Math.cos(angle)) + Math.abs(height * Math.sin(angle))) / 2;
  const middleX = width / 2;
  const middleY = height / 2;
  const alongX = Math.cos(angle) * reach;
  const alongY = Math.sin(angle) * reach;
  const paint = childOf(fill.element, 'path')
    ? context.createRadialGradient(middleX, middleY, 0, middleX, middleY, Math.hypot(width, height) / 2)
    : context.createLinearGradient(middleX - alongX, middleY - alongY, middleX + alongX, middleY + alongY);
  for (const stop of childrenOf(childOf(fill.element, 'gsLst'), 'gs')) {
    const color = colors.of(stop, fill.placeholder);
    const place = Math.max(0, Math.min(1, (numberOf(stop, 'pos') ?? 0) / 100_000));
    if (color) paint.addColorStop(place, cssColor(color));
  }
  return paint;
}

/** A fill style for the canvas. */
export type Paint = SKRSContext2D['fillStyle'];

/** Returns the paint of a fill; null for no fill and for pictures, which are drawn separately. */
export function paintOf(
  context: SKRSContext2D,
  fill: FoundFill,
  colors: SlideColors,
  size: { readonly width: number; readonly height: number },
): Paint | null {
  const { element, placeholder } = fill;
  if (element.localName === 'gradFill') return gradient(context, fill, colors, size);
  if (element.localName === 'pattFill') {
    const color = colors.of(childOf(element, 'fgClr'), placeholder);
    return color && cssColor({ ...color, alpha: color.alpha * 0.5 });
  }
  const color = element.localName === 'solidFill' ? colors.of(element, placeholder) : null;
  return color && cssColor(color);
}

/** Style of a line. */
export interface Stroke {
  readonly color: string;
  /** In EMU. */
  readonly width: number;
  /** Lengths in line widths; empty for a solid line. */
  readonly dashes: readonly number[];
  readonly hasHead: boolean;
  readonly hasTail: boolean;
}

const dashes: Readonly<Record<string, readonly number[]>> = {
  dot: [1, 2],
  sysDot: [1, 1],
  dash: [4, 3],
  sysDash: [3, 1],
  lgDash: [8, 3],
  dashDot: [4, 3, 1, 3],
  lgDashDot: [8, 3, 1, 3],
};

/** Returns a shape's line: its own, else its style's; null for none. */
export function strokeOf(shape: Element, colors: SlideColors): Stroke | null {
  const line = childOf(shape, 'spPr', 'ln');
  const style = childOf(shape, 'style', 'lnRef');
  const fill = fillIn(line);
  if (fill?.localName === 'noFill') return null;
  const styleColor = (numberOf(style, 'idx') ?? 0) > 0 ? colors.of(style) : null;
  const color = fill ? (colors.of(fill) ?? colors.of(childOf(fill, 'gsLst', 'gs'))) : styleColor;
  if (!color) return null;
  const isArrow = (name: string) => (attributeOf(childOf(line, name), 'type') ?? 'none') !== 'none';
  return {
    color: cssColor(color),
    width: numberOf(line, 'w') ?? 9_525,
    dashes: dashes[attributeOf(childOf(line, 'prstDash'), 'val') ?? ''] ?? [],
    hasHead: isArrow('headEnd'),
    hasTail: isArrow('tailEnd'),
  };
}
