import { Path2D } from '@napi-rs/canvas';
import type { Random } from '../../../random.ts';
import { type Point, steps } from '../../geometry.ts';
import { closedCurve, joined, polygon } from '../../shapes.ts';

/** Returns a fir with slightly uneven tiers of drooping boughs. */
export function firTree(foot: Point, height: number, random: Random): Path2D {
  const tiers = 6;
  const half = height * random.between(0.16, 0.21);
  const side = (direction: number) =>
    steps(tiers).flatMap((tier) => {
      const y = foot.y - height + (height * 0.92 * (tier + 1)) / tiers;
      const reach = half * ((tier + 1) / tiers) ** 0.85 * random.between(0.9, 1.08);
      return [
        { x: foot.x + direction * reach, y },
        { x: foot.x + direction * reach * 0.52, y: y - height * 0.025 },
      ];
    });
  const top = { x: foot.x, y: foot.y - height };
  const trunk = height * 0.018;
  return polygon([
    top,
    ...side(1),
    { x: foot.x + trunk, y: foot.y - height * 0.09 },
    { x: foot.x + trunk, y: foot.y },
    { x: foot.x - trunk, y: foot.y },
    { x: foot.x - trunk, y: foot.y - height * 0.09 },
    ...side(-1).reverse(),
  ]);
}

/** Returns a slender, flame-shaped tree. */
export function cypress(foot: Point, height: number): Path2D {
  const half = height * 0.13;
  const path = new Path2D();
  path.moveTo(foot.x, foot.y - height);
  path.bezierCurveTo(
    foot.x + half * 1.1,
    foot.y - height * 0.6,
    foot.x + half * 1.3,
    foot.y - height * 0.1,
    foot.x,
    foot.y,
  );
  path.bezierCurveTo(
    foot.x - half * 1.3,
    foot.y - height * 0.1,
    foot.x - half * 1.1,
    foot.y - height * 0.6,
    foot.x,
    foot.y - height,
  );
  path.closePath();
  return path;
}

/** Returns a tree with a round crown on a short trunk. */
export function roundTree(foot: Point, height: number, random: Random): Path2D {
  const radius = height * 0.36;
  const center = { x: foot.x, y: foot.y - height + radius };
  const crown = closedCurve(
    steps(9).map((index) => {
      const angle = (index / 9) * Math.PI * 2;
      const reach = radius * random.between(0.88, 1.1);
      return { x: center.x + reach * Math.cos(angle), y: center.y + reach * 1.08 * Math.sin(angle) };
    }),
  );
  const half = height * 0.03;
  const trunk = polygon([
    { x: foot.x - half, y: center.y },
    { x: foot.x + half, y: center.y },
    { x: foot.x + half * 1.3, y: foot.y },
    { x: foot.x - half * 1.3, y: foot.y },
  ]);
  return joined([crown, trunk]);
}
