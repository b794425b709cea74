import { type DOMMatrix2DInit, Path2D } from '@napi-rs/canvas';
import { type Box, type Point, pointAround, steps } from './geometry.ts';

export function circle(center: Point, radius: number): Path2D {
  const path = new Path2D();
  path.arc(center.x, center.y, radius, 0, Math.PI * 2);
  path.closePath();
  return path;
}

export function rectangle(box: Box, cornerRadius = 0): Path2D {
  const path = new Path2D();
  path.roundRect(box.x, box.y, box.width, box.height, cornerRadius);
  return path;
}

export function polygon(points: readonly Point[]): Path2D {
  const path = openLine(points);
  path.closePath();
  return path;
}

export function openLine(points: readonly Point[]): Path2D {
  const path = new Path2D();
  points.forEach((point, index) => {
    if (index === 0) path.moveTo(point.x, point.y);
    else path.lineTo(point.x, point.y);
  });
  return path;
}

/** Returns a closed smooth curve through the points (Catmull-Rom). */
export function closedCurve(points: readonly Point[]): Path2D {
  const path = new Path2D();
  const at = (index: number) => points[(index + points.length) % points.length] ?? { x: 0, y: 0 };
  path.moveTo(at(0).x, at(0).y);
  for (const index of steps(points.length))
    curveBetween(path, at(index - 1), at(index), at(index + 1), at(index + 2));
  path.closePath();
  return path;
}

/** Returns an open smooth curve through the points (Catmull-Rom). */
export function openCurve(points: readonly Point[]): Path2D {
  const path = new Path2D();
  const at = (index: number) => points[Math.min(points.length - 1, Math.max(0, index))] ?? { x: 0, y: 0 };
  path.moveTo(at(0).x, at(0).y);
  for (const index of steps(points.length - 1)) {
    curveBetween(path, at(index - 1), at(index), at(index + 1), at(index + 2));
  }
  return path;
}

/** Returns the area below a line across the whole width of the box. */
export function landBelow(box: Box, heightAt: (across: number) => number, stepPixels = 6): Path2D {
  const path = new Path2D();
  const count = Math.ceil(box.width / stepPixels) + 2;
  const margin = stepPixels * 4;
  path.moveTo(box.x - margin, box.y + box.height + margin);
  for (const index of steps(count + 8)) {
    const x = box.x - margin + index * stepPixels;
    path.lineTo(x, heightAt((x - box.x) / box.width));
  }
  path.lineTo(box.x + box.width + margin, box.y + box.height + margin);
  path.closePath();
  return path;
}

/** Returns a ring as one closed area. */
export function ring(center: Point, outer: number, inner: number): Path2D {
  const path = new Path2D();
  path.arc(center.x, center.y, outer, 0, Math.PI * 2);
  path.closePath();
  path.moveTo(center.x + inner, center.y);
  path.arc(center.x, center.y, inner, 0, Math.PI * 2, true);
  path.closePath();
  return path;
}

/** Returns a part of a ring between two angles, in radians clockwise from the right. */
export function ringSlice(center: Point, outer: number, inner: number, from: number, to: number): Path2D {
  const path = new Path2D();
  path.arc(center.x, center.y, outer, from, to);
  const corner = pointAround(center, inner, to);
  path.lineTo(corner.x, corner.y);
  path.arc(center.x, center.y, inner, to, from, true);
  path.closePath();
  return path;
}

export function joined(paths: readonly Path2D[]): Path2D {
  const all = new Path2D();
  for (const path of paths) all.addPath(path);
  return all;
}

/** Returns a copy of the path, scaled and moved. */
export function moved(path: Path2D, transform: DOMMatrix2DInit): Path2D {
  const copy = new Path2D();
  copy.addPath(path, transform);
  return copy;
}

function curveBetween(path: Path2D, before: Point, from: Point, to: Point, after: Point): void {
  path.bezierCurveTo(
    from.x + (to.x - before.x) / 6,
    from.y + (to.y - before.y) / 6,
    to.x - (after.x - from.x) / 6,
    to.y - (after.y - from.y) / 6,
    to.x,
    to.y,
  );
}
