import { attributeOf, childOf, type Element, flagOf, numberOf } from './xml-tree.ts';

/** Position and size in pixels; `turn` is a clockwise rotation in degrees around the centre. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly turn: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
}

/** Conversion from the units of a group to pixels. */
export interface Scale {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** Returns the transform of a shape: its own, or the nearest one it inherits. */
export function transformOf(chain: readonly Element[]): Element | null {
  for (const shape of chain) {
    const found =
      childOf(shape, 'spPr', 'xfrm') ?? childOf(shape, 'grpSpPr', 'xfrm') ?? childOf(shape, 'xfrm');
    if (childOf(found, 'ext')) return found;
  }
  return null;
}

/** Returns the box of a transform; null if the transform has no size. */
export function boxOf(transform: Element | null, scale: Scale): Box | null {
  const offset = childOf(transform, 'off');
  const extent = childOf(transform, 'ext');
  if (!extent) return null;
  return {
    x: scale.x + (numberOf(offset, 'x') ?? 0) * scale.scaleX,
    y: scale.y + (numberOf(offset, 'y') ?? 0) * scale.scaleY,
    width: Math.max(0, (numberOf(extent, 'cx') ?? 0) * scale.scaleX),
    height: Math.max(0, (numberOf(extent, 'cy') ?? 0) * scale.scaleY),
    turn: (numberOf(transform, 'rot') ?? 0) / 60_000,
    flipX: flagOf(transform, 'flipH') ?? false,
    flipY: flagOf(transform, 'flipV') ?? false,
  };
}

/** Returns the unit conversion inside a group that fills a box. */
export function scaleInside(transform: Element | null, box: Box, outer: Scale): Scale {
  const offset = childOf(transform, 'chOff');
  const extent = childOf(transform, 'chExt');
  const width = numberOf(extent, 'cx') ?? 0;
  const height = numberOf(extent, 'cy') ?? 0;
  const scaleX = width > 0 ? box.width / width : outer.scaleX;
  const scaleY = height > 0 ? box.height / height : outer.scaleY;
  const left = attributeOf(offset, 'x') === null ? 0 : (numberOf(offset, 'x') ?? 0);
  return { x: box.x - left * scaleX, y: box.y - (numberOf(offset, 'y') ?? 0) * scaleY, scaleX, scaleY };
}
