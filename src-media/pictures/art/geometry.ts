export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Position and size in pixels from the picture's top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function boxFromEdges(left: number, top: number, right: number, bottom: number): Box {
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function insetBox(box: Box, inset: number): Box {
  return {
    x: box.x + inset,
    y: box.y + inset,
    width: box.width - 2 * inset,
    height: box.height - 2 * inset,
  };
}

export function pointAround(center: Point, radius: number, angle: number): Point {
  return { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) };
}

/** Returns the integers from 0 up to but excluding `count`. */
export function steps(count: number): number[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => index);
}
