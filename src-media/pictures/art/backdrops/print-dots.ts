import { mixColors } from '../../color/color.ts';
import { steps } from '../geometry.ts';
import { circle, joined } from '../shapes.ts';
import type { Stage } from '../stage.ts';

/** Dots that grow towards the lower far corner, as on a screen print. */
export function drawPrintDots(stage: Stage): void {
  const { hand, scheme, box, unit } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const pitch = 3.6 * unit;
  const columns = Math.ceil(box.width / pitch) + 1;
  const rows = Math.ceil(box.height / pitch) + 1;
  const dots = steps(columns * rows).flatMap((index) => {
    const row = Math.floor(index / columns);
    const x = ((index % columns) + (row % 2) / 2) * pitch;
    const across = stage.focusX > 0.5 ? x / box.width : 1 - x / box.width;
    const strength = across * 0.62 + (row * pitch) / box.height - 0.92;
    return strength > 0.06
      ? [circle({ x: box.x + x, y: box.y + row * pitch }, pitch * Math.min(0.52, strength * 0.8))]
      : [];
  });
  hand.area(joined(dots), mixColors(scheme.ground, scheme.accent, 0.75), 'facet');
}
