import type { Outline } from './outlines.ts';

/** Angles sharper than this stay corners. */
const cornerCosine = Math.cos((52 * Math.PI) / 180);

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the middles of the cracks, which smooths staircases. Reduces straight runs to two points. */
function middlesOf(outline: Outline): Point[] {
  const middles: Point[] = [];
  for (let at = 0; at < outline.length; at += 2) {
    const next = (at + 2) % outline.length;
    middles.push({
      x: ((outline[at] ?? 0) + (outline[next] ?? 0)) / 2,
      y: ((outline[at + 1] ?? 0) + (outline[next + 1] ?? 0)) / 2,
    });
  }
  return middles;
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return Math.hypot(point.x - from.x, point.y - from.y);
  return Math.abs((to.x - from.x) * (from.y - point.y) - (from.x - point.x) * (to.y - from.y)) / length;
}

/** Drops points close to the line between others (Douglas and Peucker). */
function simplify(points: readonly Point[], tolerance: number): Point[] {
  const kept = new Uint8Array(points.length);
  const opposite = Math.floor(points.length / 2);
  kept[0] = 1;
  kept[opposite] = 1;
  const spans: [number, number][] = [
    [0, opposite],
    [opposite, points.length],
  ];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let furthest = -1;
    let most = tolerance;
    for (let index = from + 1; index < to; index += 1) {
      const point = points[index];
      const start = points[from];
      const end = points[to % points.length];
      const distance = point && start && end ? distanceToLine(point, start, end) : 0;
      if (distance <= most) continue;
      most = distance;
      furthest = index;
    }
    if (furthest < 0) continue;
    kept[furthest] = 1;
    spans.push([from, furthest], [furthest, to]);
  }
  return points.filter((_, index) => kept[index] === 1);
}

function isCorner(before: Point, point: Point, after: Point): boolean {
  const ax = point.x - before.x;
  const ay = point.y - before.y;
  const bx = after.x - point.x;
  const by = after.y - point.y;
  const lengths = Math.hypot(ax, ay) * Math.hypot(bx, by);
  return lengths === 0 || (ax * bx + ay * by) / lengths < cornerCosine;
}

/** Formats a number with one decimal. */
function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/**
 * Converts an outline to the `d` of an SVG path: curves at soft bends, corners at sharp ones.
 *
 * @param tolerance in pixels
 * @param scale from pixels to units of the drawing
 */
export function smoothPath(outline: Outline, tolerance: number, scale: number): string {
  const points = simplify(middlesOf(outline), tolerance);
  const count = points.length;
  if (count < 3) return '';
  const at = (index: number): Point => points[(index + count) % count] ?? { x: 0, y: 0 };
  const write = ({ x, y }: Point) => `${short(x * scale)} ${short(y * scale)}`;
  const corners = points.map((point, index) => isCorner(at(index - 1), point, at(index + 1)));
  let path = `M${write(at(0))}`;
  for (let index = 0; index < count; index += 1) {
    const before = at(index - 1);
    const from = at(index);
    const to = at(index + 1);
    const after = at(index + 2);
    const isFromCorner = corners[index];
    const isToCorner = corners[(index + 1) % count];
    if (isFromCorner && isToCorner) {
      path += `L${write(to)}`;
      continue;
    }
    const pull = 1 / 6;
    const first = isFromCorner
      ? from
      : { x: from.x + (to.x - before.x) * pull, y: from.y + (to.y - before.y) * pull };
    const second = isToCorner
      ? to
      : { x: to.x - (after.x - from.x) * pull, y: to.y - (after.y - from.y) * pull };
    path += `C${write(first)} ${write(second)} ${write(to)}`;
  }
  return `${path}Z`;
}
