import { type Hex, mixColors } from '../../../color/color.ts';
import type { Point } from '../../geometry.ts';
import { joined, rectangle, ringSlice } from '../../shapes.ts';
import { focusPoint, type Stage } from '../../stage.ts';

/** Draws a ribbon of stripes that enters at one edge, bends and leaves through another. */
export function drawStripes(stage: Stage): void {
  const { hand, scheme, box, unit } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const colors: Hex[] = [
    scheme.near,
    scheme.third,
    scheme.second,
    scheme.accent,
    mixColors(scheme.accent, scheme.near, 0.5),
  ];
  const band = (box.width > box.height ? 5.2 : 6.4) * unit;
  const inner = 9 * unit;
  const towards = stage.focusX > 0.5 ? 1 : -1;
  const outer = inner + band * colors.length;
  const turn: Point = { x: focusPoint(stage, 0).x, y: box.y + box.height - outer * 0.72 };
  colors.forEach((color, index) => {
    const radius = inner + index * band;
    hand.area(ribbon(box, { ...turn, y: turn.y }, radius, radius + band * 1.01, towards), color, 'thing');
  });
}

/** Returns one stripe: along the lower edge, round a quarter turn, and up. */
function ribbon(box: Stage['box'], turn: Point, inner: number, outer: number, towards: number) {
  const thickness = outer - inner;
  const edge = towards > 0 ? box.x - thickness : box.x + box.width + thickness;
  const bend =
    towards > 0
      ? ringSlice(turn, outer, inner, 0, Math.PI / 2)
      : ringSlice(turn, outer, inner, Math.PI / 2, Math.PI);
  const along = rectangle({
    x: Math.min(edge, turn.x),
    y: turn.y + inner,
    width: Math.abs(turn.x - edge) + 1,
    height: thickness,
  });
  const up = rectangle({
    x: towards > 0 ? turn.x + inner : turn.x - outer,
    y: box.y - thickness,
    width: thickness,
    height: turn.y - box.y + thickness + 1,
  });
  return joined([along, bend, up]).simplify();
}
