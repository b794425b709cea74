import { Path2D } from '@napi-rs/canvas';
import { mixColors } from '../../../color/color.ts';
import { steps } from '../../geometry.ts';
import { placeProp } from '../../place-prop.ts';
import { circle } from '../../shapes.ts';
import { focusPoint, shortSide, type Stage } from '../../stage.ts';
import { nightScheme } from '../places/night.ts';
import { drawSky, drawStars } from '../places/sky.ts';

/** Draws planets on tilted rings around a bright body. */
export function drawOrbits(day: Stage): void {
  const stage = { ...day, scheme: nightScheme(day.scheme) };
  const { hand, scheme, random, unit } = stage;
  drawSky(stage);
  drawStars({ ...stage, horizon: 1 }, 150);
  const center = focusPoint(stage, 0.46);
  const size = shortSide(stage);
  const tilt = stage.focusX > 0.5 ? -0.36 : 0.36;
  const line = mixColors(scheme.skyTop, scheme.light, 0.42);
  for (const index of steps(5)) {
    const path = new Path2D();
    path.ellipse(
      center.x,
      center.y,
      size * ringRadius(index),
      size * ringRadius(index) * 0.42,
      tilt,
      0,
      Math.PI * 2,
    );
    hand.line(path, line, 0.18 * unit);
  }
  hand.area(circle(center, size * 0.17), mixColors(scheme.skyTop, scheme.light, 0.3), 'halo');
  hand.area(circle(center, size * 0.125), scheme.light, 'light');
  const colors = [scheme.second, scheme.accent, scheme.third, scheme.far, scheme.second];
  for (const index of steps(5)) {
    const angle = (index * 2.4 + random.between(0, 0.8)) % (Math.PI * 2);
    const flat = {
      x: size * ringRadius(index) * Math.cos(angle),
      y: size * ringRadius(index) * 0.42 * Math.sin(angle),
    };
    const at = {
      x: center.x + flat.x * Math.cos(tilt) - flat.y * Math.sin(tilt),
      y: center.y + flat.x * Math.sin(tilt) + flat.y * Math.cos(tilt),
    };
    hand.area(
      circle(at, size * (0.022 + 0.009 * ((index * 3) % 4))),
      colors[index] ?? scheme.accent,
      'thing',
    );
  }
  placeProp(stage, { x: center.x - size * 0.62, y: center.y - size * 0.12 }, size * 0.22);
}

function ringRadius(index: number): number {
  return 0.24 + 0.135 * index;
}
