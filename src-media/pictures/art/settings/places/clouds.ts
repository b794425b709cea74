import { type Path2D, PathOp } from '@napi-rs/canvas';
import { mixColors } from '../../../color/color.ts';
import type { Random } from '../../../random.ts';
import { type Point, steps } from '../../geometry.ts';
import { placeProp } from '../../place-prop.ts';
import { circle, rectangle } from '../../shapes.ts';
import { focusPoint, levelY, shortSide, type Stage } from '../../stage.ts';
import { drawSky, drawSun } from './sky.ts';

/** Draws a view from above the clouds: banks of cloud below an open sky. */
export function drawClouds(stage: Stage): void {
  const { hand, scheme, random, box, horizon, unit } = stage;
  drawSky(stage);
  drawSun(stage, horizon - 0.1, 0.17);
  const light = mixColors(scheme.skyBottom, '#ffffff', 0.55);
  for (const index of steps(3)) {
    const at = {
      x: box.x + box.width * (0.16 + 0.36 * index + random.between(-0.06, 0.06)),
      y: levelY(stage, horizon - 0.16 + 0.05 * index),
    };
    hand.area(
      cloud(at, unit * random.between(13, 22), random),
      mixColors(scheme.skyBottom, scheme.far, 0.22),
      'thing',
    );
  }
  const side = stage.focusX > 0.5 ? -0.2 : 0.2;
  placeProp(
    stage,
    { x: focusPoint(stage, 0).x + side * box.width, y: levelY(stage, horizon - 0.04) },
    0.26 * shortSide(stage),
  );
  for (const layer of steps(4)) {
    const color = mixColors(light, scheme.far, [0.1, 0.35, 0.6, 0.9][layer] ?? 1);
    hand.area(cloudBank(stage, horizon + 0.1 + layer * 0.1, layer), color, 'land');
  }
}

/** Returns a cloud with a flat foot. `width` is half its length. */
export function cloud(foot: Point, width: number, random: Random): Path2D {
  const puffs = steps(5).map((index) => {
    const across = (index - 2) / 2.6;
    const radius = width * (0.42 - Math.abs(index - 2) * 0.1) * random.between(0.9, 1.15);
    return circle({ x: foot.x + across * width, y: foot.y - radius * 0.85 }, radius);
  });
  const base = rectangle(
    { x: foot.x - width, y: foot.y - width * 0.26, width: width * 2, height: width * 0.26 },
    width * 0.13,
  );
  return puffs.reduce((whole, puff) => whole.op(puff, PathOp.Union), base);
}

function cloudBank(stage: Stage, level: number, layer: number): Path2D {
  const { box, random, unit } = stage;
  const y = levelY(stage, level);
  let whole = rectangle({ x: box.x - 20 * unit, y, width: box.width + 40 * unit, height: box.height });
  for (let x = box.x - 8 * unit; x < box.x + box.width + 8 * unit;) {
    const radius = unit * random.between(5, 8 + layer * 3.4);
    whole = whole.op(circle({ x: x + radius * 0.6, y: y + radius * 0.12 }, radius), PathOp.Union);
    x += radius * random.between(0.9, 1.35);
  }
  return whole;
}
