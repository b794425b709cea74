import { mixColors } from '../../../color/color.ts';
import { type Point, steps } from '../../geometry.ts';
import { placeProp } from '../../place-prop.ts';
import { circle, joined, openLine, rectangle } from '../../shapes.ts';
import { focusPoint, type Stage } from '../../stage.ts';

/** Draws a chip at the focus and the traces that lead away from it. */
export function drawCircuit(stage: Stage): void {
  const { hand, scheme, unit, random } = stage;
  hand.sky(stage.box, scheme.skyTop, scheme.skyBottom);
  const chip = focusPoint(stage, 0.45);
  const half = 13 * unit;
  const line = mixColors(scheme.skyBottom, scheme.near, 0.5);
  for (const side of steps(4)) {
    for (const pin of steps(7)) {
      const trace = tracePath(stage, chip, side, (pin - 3) * 3.2 * unit, half);
      const isLive = random.chance(0.22);
      hand.line(openLine(trace), isLive ? scheme.accent : line, (isLive ? 0.42 : 0.28) * unit);
      const end = trace[trace.length - 1];
      if (end) hand.area(circle(end, (isLive ? 1.1 : 0.75) * unit), isLive ? scheme.accent : line, 'mark');
    }
  }
  const square = (size: number) =>
    rectangle({ x: chip.x - size, y: chip.y - size, width: size * 2, height: size * 2 }, size * 0.14);
  hand.area(square(half), scheme.near, 'thing');
  hand.area(square(half * 0.76), mixColors(scheme.near, scheme.second, 0.35), 'facet');
  const dots = steps(16).map((index) =>
    circle(
      {
        x: chip.x + ((index % 4) - 1.5) * 3.6 * unit,
        y: chip.y + (Math.floor(index / 4) - 1.5) * 3.6 * unit,
      },
      0.55 * unit,
    ),
  );
  if (stage.prop) placeProp(stage, { x: chip.x, y: chip.y + 7 * unit }, 14 * unit);
  else hand.area(joined(dots), scheme.light, 'mark');
}

/** Returns a trace that runs straight, then diagonally, then straight, from one of the chip's four sides. */
function tracePath(
  { random, unit }: Stage,
  chip: Point,
  side: number,
  offset: number,
  half: number,
): Point[] {
  const first = (4 + (Math.abs(offset) / unit) * 0.55) * unit;
  const aside = offset * random.between(0.8, 2.1);
  const last = random.between(6, 46) * unit;
  const away = [
    [half, offset],
    [half + first, offset],
    [half + first + Math.abs(aside), offset + aside],
    [half + first + Math.abs(aside) + last, offset + aside],
  ];
  return away.map(([out = 0, across = 0]) => {
    const turned = [
      { x: out, y: across },
      { x: -out, y: across },
      { x: across, y: out },
      { x: across, y: -out },
    ][side] ?? { x: 0, y: 0 };
    return { x: chip.x + turned.x, y: chip.y + turned.y };
  });
}
