import { mixColors } from '../../color/color.ts';
import { pointAround, steps } from '../geometry.ts';
import type { Glyph } from '../glyph.ts';
import { circle, ring } from '../shapes.ts';
import { focusPoint, shortSide, type Stage } from '../stage.ts';
import { drawGlyph, glyphColors } from './hero.ts';

/** A thing before a great disc, with small bodies on a ring around it. */
export function drawDiscHero(stage: Stage, glyph: Glyph): void {
  const { hand, scheme, random, unit } = stage;
  hand.sky(stage.box, scheme.ground, scheme.ground);
  const center = focusPoint(stage, 0.43);
  const radius = 0.33 * shortSide(stage);
  hand.area(ring(center, radius * 1.34, radius * 1.33), mixColors(scheme.ground, scheme.ink, 0.35), 'mark');
  hand.area(circle(center, radius), scheme.second, 'thing');
  const start = random.between(0, Math.PI * 2);
  for (const index of steps(4)) {
    const at = pointAround(center, radius * 1.335, start + index * 1.7 + random.between(-0.2, 0.2));
    const color = [scheme.accent, scheme.third, scheme.near, scheme.accent][index] ?? scheme.accent;
    hand.area(circle(at, unit * (2.4 - 0.55 * ((index * 3) % 4))), color, 'thing');
  }
  const size = radius * 1.25;
  drawGlyph(stage, glyph, { x: center.x, y: center.y + size / 2 }, size, glyphColors(scheme));
}
