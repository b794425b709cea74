import { Path2D } from '@napi-rs/canvas';
import { mixColors } from '../../../color/color.ts';
import { landColor } from '../../../look/scheme.ts';
import { steps } from '../../geometry.ts';
import { placeProp } from '../../place-prop.ts';
import { landBelow } from '../../shapes.ts';
import { focusPoint, levelY, shortSide, type Stage } from '../../stage.ts';
import { cloud } from './clouds.ts';
import { drawSky } from './sky.ts';

/** Draws heavy clouds, slanting rain and rings on the wet ground. */
export function drawRain(stage: Stage): void {
  const { hand, scheme, random, box, unit, horizon } = stage;
  drawSky(stage);
  for (const index of steps(6)) {
    const near = index / 5;
    const at = {
      x: box.x + box.width * (stage.focusX > 0.5 ? 1 - 0.13 * index : 0.13 * index),
      y: levelY(stage, 0.2 + 0.045 * (index % 3)),
    };
    const color = mixColors(scheme.far, scheme.near, 0.15 + 0.4 * near * random.between(0.7, 1));
    hand.area(cloud(at, unit * random.between(18, 28), random), color, 'thing');
  }
  hand.area(
    landBelow(box, () => levelY(stage, horizon + 0.14)),
    landColor(scheme, 0.75),
    'land',
  );
  drawDrops(stage);
  drawRings(stage);
  placeProp(stage, focusPoint(stage, horizon + 0.24), 0.42 * shortSide(stage));
}

function drawDrops({ hand, scheme, random, box, unit, horizon }: Stage): void {
  const path = new Path2D();
  for (const index of steps(120)) {
    const x = box.x + ((index * 0.618034) % 1) * box.width * 1.1;
    const y = box.y + box.height * (0.26 + random.next() * (horizon - 0.08));
    const length = unit * random.between(2.2, 5.5);
    path.moveTo(x, y);
    path.lineTo(x - length * 0.28, y + length);
  }
  hand.line(path, mixColors(scheme.skyBottom, scheme.near, 0.55), 0.22 * unit);
}

function drawRings({ hand, scheme, random, box, unit, horizon }: Stage): void {
  for (const index of steps(16)) {
    const path = new Path2D();
    const y = box.y + box.height * (horizon + 0.18 + 0.2 * ((index * 0.618034) % 1));
    const radius = unit * random.between(2, 5);
    path.ellipse(box.x + random.next() * box.width, y, radius, radius * 0.24, 0, 0, Math.PI * 2);
    hand.line(path, mixColors(scheme.near, scheme.skyBottom, 0.45), 0.2 * unit);
  }
}
