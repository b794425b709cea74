import { mixColors } from '../../color/color.ts';
import { insetBox } from '../geometry.ts';
import { rectangle } from '../shapes.ts';
import type { Stage } from '../stage.ts';

/** Two thin lines around the sheet. */
export function drawLineFrame({ hand, scheme, box, unit }: Stage): void {
  hand.sky(box, scheme.ground, mixColors(scheme.ground, scheme.skyBottom, 0.5));
  const color = mixColors(scheme.ground, scheme.accent, 0.8);
  hand.line(rectangle(insetBox(box, 3.4 * unit)), color, 0.24 * unit);
  hand.line(rectangle(insetBox(box, 4.4 * unit)), color, 0.1 * unit);
}
