import { mixColors } from '../../color/color.ts';
import { pointAround, steps } from '../geometry.ts';
import type { Glyph } from '../glyph.ts';
import { circle, joined, polygon } from '../shapes.ts';
import { focusPoint, shortSide, type Stage } from '../stage.ts';
import { drawGlyph, glyphColors } from './hero.ts';

/** A thing on a badge, rays to the edges of the picture. */
export function drawBurstHero(stage: Stage, glyph: Glyph): void {
  const { hand, scheme, box, unit } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const center = focusPoint(stage, 0.43);
  const reach = Math.hypot(box.width, box.height);
  const count = 24;
  const rays = steps(count).map((index) => {
    const angle = ((index + 0.25) / count) * Math.PI * 2;
    return polygon([
      center,
      pointAround(center, reach, angle),
      pointAround(center, reach, angle + Math.PI / count),
    ]);
  });
  hand.area(joined(rays), mixColors(scheme.ground, scheme.second, 0.34), 'facet');
  const radius = 0.31 * shortSide(stage);
  const teeth = 22;
  const badge = steps(teeth * 2).map((index) =>
    pointAround(center, radius * (index % 2 ? 1.09 : 1), (index / teeth) * Math.PI),
  );
  hand.area(polygon(badge), scheme.accent, 'thing');
  hand.area(circle(center, radius * 0.86), mixColors(scheme.ground, '#ffffff', 0.4), 'facet');
  hand.line(circle(center, radius * 0.8), scheme.near, 0.18 * unit);
  const size = radius * 1.02;
  drawGlyph(stage, glyph, { x: center.x, y: center.y + size / 2 }, size, glyphColors(scheme, scheme.second));
}
