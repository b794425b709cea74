import { mixColors } from '../../../color/color.ts';
import { steps } from '../../geometry.ts';
import { circle } from '../../shapes.ts';
import { shortSide, type Stage } from '../../stage.ts';
import { nightScheme } from '../places/night.ts';

/** Draws lights out of focus, low across the dark. */
export function drawBokeh(day: Stage): void {
  const scheme = nightScheme(day.scheme);
  const { hand, random, box } = day;
  hand.sky(box, scheme.skyTop, scheme.skyBottom);
  const colors = [scheme.accent, scheme.light, scheme.second, scheme.third];
  for (const index of steps(46)) {
    const across = ((index * 0.618034) % 1) * 1.1 - 0.05;
    const near = 1 - Math.min(1, Math.abs(across - day.focusX) * 1.6);
    const down = 0.98 - random.next() ** 1.3 * (0.35 + 0.55 * near);
    const radius = shortSide(day) * random.between(0.02, 0.055) * (0.7 + near);
    const color = mixColors(scheme.skyBottom, colors[index % 4] ?? scheme.light, random.between(0.18, 0.85));
    hand.area(
      circle({ x: box.x + across * box.width, y: box.y + down * box.height }, radius),
      color,
      'facet',
    );
  }
}
