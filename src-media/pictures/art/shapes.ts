import { type DOMMatrix2DInit, Path2D } from '@napi-rs/canvas';
import { type Box, type Point, pointAround } from './geometry.ts';

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
  const path = new Path2D();
  points.forEach((point, index) => {
    if (index === 0) path.moveTo(point.x, point.y);
    else path.lineTo(point.x, point.y);
  });
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
