import { Path2D } from '@napi-rs/canvas';
import { mixColors } from '../../../color/color.ts';
import { landColor } from '../../../look/scheme.ts';
import { type Point, pointAround, steps } from '../../geometry.ts';
import { placeProp } from '../../place-prop.ts';
import { joined, openLine } from '../../shapes.ts';
import { shortSide, type Stage } from '../../stage.ts';
import { drawSky, drawSun } from './sky.ts';

/** Draws large leaves that reach in from the edges around the focus. */
export function drawLeaves(stage: Stage): void {
  const { hand, scheme, random, box } = stage;
  drawSky(stage);
  drawSun(stage, 0.42, 0.26);
  const size = shortSide(stage);
  placeProp(stage, { x: box.x + stage.focusX * box.width, y: box.y + box.height * 0.56 }, 0.3 * size);
  const inwards = stage.focusX > 0.5 ? 1 : -1;
  const edge = stage.focusX > 0.5 ? box.x + box.width : box.x;
  const roots: [Point, number, number][] = [
    [{ x: edge - inwards * 0.5 * box.width, y: box.y + box.height * 1.05 }, -1.15, 0.52],
    [{ x: edge - inwards * 0.26 * box.width, y: box.y + box.height * 1.08 }, -1.5, 0.7],
    [{ x: edge + inwards * 0.02 * box.width, y: box.y + box.height * 0.98 }, -2.25, 0.72],
    [{ x: edge + inwards * 0.03 * box.width, y: box.y - box.height * 0.04 }, 2.35, 0.62],
    [{ x: edge - inwards * 0.12 * box.width, y: box.y + box.height * 1.06 }, -1.95, 0.46],
    [{ x: edge - inwards * 0.98 * box.width, y: box.y + box.height * 1.06 }, -0.9, 0.4],
  ];
  roots.forEach(([root, angle, reach], index) => {
    const turned = inwards > 0 ? angle : Math.PI - angle;
    const color = mixColors(
      landColor(scheme, 0.25 + (0.75 * ((index * 2) % 5)) / 4),
      scheme.second,
      index % 3 === 1 ? 0.45 : 0,
    );
    const length = size * reach * random.between(0.9, 1.1);
    if (index % 2 === 0) drawFrond(stage, root, turned, length, color);
    else hand.area(blade(root, turned, length, 0.3), color, 'thing');
    const tip = pointAround(root, length * 0.88, turned);
    hand.line(openLine([root, tip]), mixColors(color, scheme.ground, 0.3), 0.2 * stage.unit);
  });
}

/** Draws a stem with pairs of slender leaflets. */
function drawFrond({ hand }: Stage, root: Point, angle: number, length: number, color: `#${string}`): void {
  const leaflets = steps(9).flatMap((index) => {
    const at = pointAround(root, length * (0.2 + 0.085 * index), angle);
    const size = length * (0.4 - 0.026 * index);
    return [-1, 1].map((side) => blade(at, angle + side * (0.95 - 0.045 * index), size, 0.15));
  });
  const tip = pointAround(root, length * 0.92, angle);
  const stem = openLine([root, tip]).stroke({ width: length * 0.012 });
  hand.area(joined([...leaflets, blade(tip, angle, length * 0.2, 0.16), stem]), color, 'thing');
}

/** Returns one leaf from its foot outwards; `breadth` is half its width divided by its length. */
function blade(foot: Point, angle: number, length: number, breadth: number): Path2D {
  const tip = pointAround(foot, length, angle);
  const bend = (along: number, side: number) =>
    pointAround(
      pointAround(foot, length * along, angle),
      length * breadth * 1.25,
      angle + (side * Math.PI) / 2,
    );
  const path = new Path2D();
  path.moveTo(foot.x, foot.y);
  for (const side of [1, -1]) {
    const [first, second] = side > 0 ? [bend(0.25, 1), bend(0.72, 1)] : [bend(0.72, -1), bend(0.25, -1)];
    const end = side > 0 ? tip : foot;
    path.bezierCurveTo(first.x, first.y, second.x, second.y, end.x, end.y);
  }
  path.closePath();
  return path;
}
