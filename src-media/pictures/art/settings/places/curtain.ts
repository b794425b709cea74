import { Path2D } from '@napi-rs/canvas';
import { mixColors, shiftLightness } from '../../../color/color.ts';
import { steps } from '../../geometry.ts';
import { placeProp } from '../../place-prop.ts';
import { polygon, rectangle } from '../../shapes.ts';
import { focusPoint, levelY, shortSide, type Stage } from '../../stage.ts';
import { nightScheme } from './night.ts';

/** Draws a stage: open curtains, one cone of light and the floor it falls on. */
export function drawCurtain(day: Stage): void {
  const stage = { ...day, scheme: nightScheme(day.scheme) };
  const { hand, scheme, box, unit } = stage;
  hand.sky(box, scheme.skyTop, scheme.skyBottom);
  hand.area(
    rectangle({ x: box.x, y: levelY(stage, 0.8), width: box.width, height: box.height * 0.3 }),
    scheme.near,
    'thing',
  );
  const spot = focusPoint(stage, 0.86);
  const half = 0.3 * shortSide(stage);
  const lamp = { x: spot.x + (stage.focusX > 0.5 ? -0.12 : 0.12) * box.width, y: box.y - 6 * unit };
  const cone = [
    { x: lamp.x - 3 * unit, y: lamp.y },
    { x: lamp.x + 3 * unit, y: lamp.y },
    { x: spot.x + half, y: spot.y },
    { x: spot.x - half, y: spot.y },
  ];
  hand.area(polygon(cone), mixColors(scheme.skyTop, scheme.light, 0.2), 'facet');
  const pool = new Path2D();
  pool.ellipse(spot.x, spot.y, half, half * 0.2, 0, 0, Math.PI * 2);
  hand.area(pool, mixColors(scheme.near, scheme.light, 0.7), 'light');
  placeProp(stage, { x: spot.x, y: spot.y + 0.6 * unit }, 0.36 * shortSide(stage));
  for (const side of [-1, 1]) drawDrape(stage, side, day.scheme.accent);
}

function drawDrape({ hand, box, unit }: Stage, side: number, color: `#${string}`): void {
  const edge = side < 0 ? box.x : box.x + box.width;
  const folds = 5;
  const width = (0.13 * box.width) / folds;
  for (const index of steps(folds)) {
    const fold = folds - 1 - index;
    const outer = edge - side * fold * width;
    const inner = edge - side * (fold + 1.25) * width;
    const path = new Path2D();
    path.moveTo(outer, box.y - unit);
    path.lineTo(inner, box.y - unit);
    path.bezierCurveTo(
      inner - side * 2 * unit,
      box.y + box.height * 0.4,
      inner + side * 3 * unit,
      box.y + box.height * 0.7,
      inner,
      box.y + box.height * 0.86,
    );
    path.quadraticCurveTo((inner + outer) / 2, box.y + box.height * 0.89, outer, box.y + box.height * 0.86);
    path.closePath();
    hand.area(
      path,
      shiftLightness(mixColors(color, '#12060a', 0.25), fold % 2 === 0 ? -0.06 : 0.02),
      'thing',
    );
  }
}
