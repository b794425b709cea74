import { PathOp } from '@napi-rs/canvas';
import { mixColors } from '../../../color/color.ts';
import { type Point, pointAround, steps } from '../../geometry.ts';
import { circle, joined, openCurve } from '../../shapes.ts';
import { focusPoint, levelY, shortSide, type Stage } from '../../stage.ts';

export function drawSky({ hand, scheme, box }: Stage): void {
  hand.sky(box, scheme.skyTop, scheme.skyBottom);
}

/** Draws the sun with two faint halos, over the focus. */
export function drawSun(stage: Stage, down: number, size = 0.12): void {
  const { hand, scheme } = stage;
  const center = focusPoint(stage, down);
  const radius = size * shortSide(stage);
  hand.area(circle(center, radius * 1.75), mixColors(scheme.skyBottom, scheme.light, 0.16), 'halo');
  hand.area(circle(center, radius * 1.35), mixColors(scheme.skyBottom, scheme.light, 0.32), 'halo');
  hand.area(circle(center, radius), scheme.light, 'light');
}

/** Draws a crescent as one circle minus another. In tall boxes it hangs low, below any words. */
export function drawMoon(stage: Stage, size = 0.11): void {
  const { hand, scheme, box, horizon } = stage;
  const center = focusPoint(stage, box.height > box.width ? horizon - 0.17 : 0.27);
  const radius = size * shortSide(stage);
  const shadow = circle({ x: center.x + radius * 0.42, y: center.y - radius * 0.18 }, radius * 0.86);
  hand.area(circle(center, radius).op(shadow, PathOp.Difference), scheme.light, 'light');
}

/** Draws stars that thin out towards the horizon. */
export function drawStars(stage: Stage, count: number): void {
  const { hand, scheme, random, unit, box } = stage;
  const stars = steps(count).map(() => {
    const down = random.next() ** 1.6 * stage.horizon;
    const size = unit * (0.08 + 0.22 * random.next() ** 4);
    return circle({ x: box.x + random.next() * box.width, y: levelY(stage, down) }, size);
  });
  hand.area(joined(stars), mixColors(scheme.skyTop, scheme.light, 0.85), 'mark');
}

/** Draws a loose flock near the focus. */
export function drawBirds(stage: Stage, down: number, count: number): void {
  const { hand, scheme, random, unit } = stage;
  const center = focusPoint(stage, down);
  for (const index of steps(count)) {
    const at: Point = {
      x: center.x + (index - count / 2) * 5 * unit + random.between(-2, 2) * unit,
      y: center.y + Math.abs(index - count / 2) * 2.2 * unit + random.between(-1, 1) * unit,
    };
    hand.line(
      birdAt(at, unit * random.between(0.9, 1.6)),
      mixColors(scheme.near, scheme.skyTop, 0.15),
      0.26 * unit,
    );
  }
}

function birdAt(at: Point, span: number) {
  const tip = (angle: number) => pointAround(at, span, angle);
  const bend = (angle: number) => pointAround({ x: at.x, y: at.y - span * 0.25 }, span * 0.5, angle);
  return openCurve([
    tip(Math.PI * 1.12),
    bend(Math.PI * 1.2),
    at,
    bend(-Math.PI * 0.2),
    tip(-Math.PI * 0.12),
  ]);
}
