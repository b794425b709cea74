import { Path2D, PathOp } from '@napi-rs/canvas';
import { mixColors } from '../../../color/color.ts';
import { type Point, steps } from '../../geometry.ts';
import { placeProp } from '../../place-prop.ts';
import { circle, joined, openCurve, openLine, polygon } from '../../shapes.ts';
import { focusPoint, shortSide, type Stage } from '../../stage.ts';

/** Draws a town from above: blocks between slanting streets, a river, a park and a marked place. */
export function drawStreets(stage: Stage): void {
  const { hand, scheme, box, unit } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const block = mixColors(scheme.ground, scheme.far, 0.34);
  hand.area(joined(blocks(stage, 0)), block, 'facet');
  hand.area(joined(blocks(stage, 1)), mixColors(scheme.ground, scheme.second, 0.5), 'facet');
  const at = (x: number, y: number): Point => ({ x: box.x + x * box.width, y: box.y + y * box.height });
  const river = openCurve([
    at(-0.1, 0.82),
    at(0.18, 0.7),
    at(0.4, 0.86),
    at(0.66, 0.72),
    at(0.86, 0.92),
    at(1.1, 0.84),
  ]);
  hand.line(river, scheme.ground, 9 * unit);
  hand.line(river, mixColors(scheme.far, scheme.third, 0.5), 7 * unit);
  hand.line(
    openCurve([at(-0.1, 0.3), at(0.3, 0.44), at(0.62, 0.34), at(1.1, 0.5)]),
    scheme.ground,
    3.4 * unit,
  );
  const pin = focusPoint(stage, 0.5);
  hand.line(
    openLine([at(stage.focusX > 0.5 ? -0.05 : 1.05, 0.62), { x: pin.x, y: pin.y }]),
    scheme.accent,
    0.9 * unit,
  );
  hand.area(circle(pin, 7 * unit), mixColors(scheme.ground, scheme.accent, 0.25), 'halo');
  if (stage.prop) placeProp(stage, { x: pin.x, y: pin.y + unit }, 0.26 * shortSide(stage));
  else hand.area(pinAt(pin, 0.2 * shortSide(stage)), scheme.accent, 'thing');
}

function pinAt(tip: Point, height: number): Path2D {
  const radius = height * 0.36;
  const center = { x: tip.x, y: tip.y - height + radius };
  const path = new Path2D();
  path.arc(center.x, center.y, radius, Math.PI * 0.86, Math.PI * 0.14);
  path.lineTo(tip.x, tip.y);
  path.closePath();
  return path.op(circle(center, radius * 0.42), PathOp.Difference);
}

function blocks({ box, random, unit }: Stage, kind: number): Path2D[] {
  const angle = -0.22;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const reach = Math.ceil(Math.max(box.width, box.height) / (9 * unit));
  const turn = (x: number, y: number) => ({
    x: box.x + box.width / 2 + (x * cos - y * sin) * unit,
    y: box.y + box.height / 2 + (x * sin + y * cos) * unit,
  });
  return steps((2 * reach) ** 2).flatMap((index) => {
    const column = (index % (2 * reach)) - reach;
    const row = Math.floor(index / (2 * reach)) - reach;
    const isPark = random.chance(0.07);
    if (isPark !== (kind === 1)) return [];
    const x = column * 13;
    const y = row * 9;
    const width = 13 - 1.6;
    const height = 9 - 1.6;
    return [polygon([turn(x, y), turn(x + width, y), turn(x + width, y + height), turn(x, y + height)])];
  });
}
