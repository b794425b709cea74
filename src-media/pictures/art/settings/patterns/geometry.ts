import { type Path2D, PathOp } from '@napi-rs/canvas';
import type { Hex } from '../../../color/color.ts';
import type { Random } from '../../../random.ts';
import { type Box, steps } from '../../geometry.ts';
import { circle, joined, polygon, rectangle, ringSlice } from '../../shapes.ts';
import type { Stage } from '../../stage.ts';

/** Draws tiles of quarter circles, discs and bars in the look's flat colours, denser towards the focus. */
export function drawGeometry(stage: Stage): void {
  const { hand, scheme, box, random } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const rows = box.width > box.height * 1.2 ? 4 : 6;
  const side = box.height / rows;
  const columns = Math.max(2, Math.round(box.width / side));
  const width = box.width / columns;
  const colors: readonly [Hex, ...Hex[]] = [
    scheme.accent,
    scheme.near,
    scheme.second,
    scheme.third,
    scheme.far,
  ];
  for (const index of steps(rows * columns)) {
    const column = index % columns;
    const away = Math.abs((column + 0.5) / columns - stage.focusX) * (box.width > box.height ? 2.9 : 0.9);
    if (!random.chance(1.5 - away * 1.6)) continue;
    const tile = {
      x: box.x + column * width,
      y: box.y + Math.floor(index / columns) * side,
      width,
      height: side,
    };
    hand.area(rectangle(tile), random.pick([...colors, scheme.ground] as [Hex, ...Hex[]]), 'facet');
    hand.area(figure(tile, random), random.pick(colors), 'facet');
  }
}

function figure(tile: Box, random: Random): Path2D {
  const { x, y, width, height } = tile;
  const size = Math.max(width, height);
  const corner = random.wholeBetween(0, 3);
  const turn = (corner * Math.PI) / 2;
  const at = {
    x: corner === 0 || corner === 3 ? x : x + width,
    y: corner < 2 ? y : y + height,
  };
  const middle = { x: x + width / 2, y: y + height / 2 };
  const stripes = steps(3).map((index) =>
    rectangle({ x, y: y + (height * (2 * index + 0.5)) / 6, width, height: height / 6 }),
  );
  const figures: readonly [Path2D, ...Path2D[]] = [
    ringSlice(at, size, 0.001, turn, turn + Math.PI / 2),
    ringSlice(at, size, size * 0.5, turn, turn + Math.PI / 2),
    circle(middle, size * 0.5),
    circle(middle, size * 0.24),
    polygon([
      { x, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ]),
    joined(stripes),
    ringSlice({ x: middle.x, y: y + height }, size / 2, 0.001, Math.PI, 2 * Math.PI),
  ];
  return random.pick(figures).op(rectangle(tile), PathOp.Intersect);
}
