import { mixColors } from '../../../color/color.ts';
import { landColor } from '../../../look/scheme.ts';
import { pointAround, steps } from '../../geometry.ts';
import { placeProp } from '../../place-prop.ts';
import { circle, joined, landBelow, polygon } from '../../shapes.ts';
import { focusPoint, levelY, shortSide, type Stage } from '../../stage.ts';
import { drawSky } from '../places/sky.ts';

/** Draws rays that fan out from a disc rising behind a curve of land. */
export function drawRays(stage: Stage): void {
  const { hand, scheme, box, horizon } = stage;
  drawSky(stage);
  const center = focusPoint(stage, horizon + 0.06);
  const reach = Math.hypot(box.width, box.height);
  const count = 15;
  const rays = steps(count).map((index) => {
    const from = Math.PI + ((index + 0.25) / count) * Math.PI;
    const to = from + (0.5 / count) * Math.PI;
    return polygon([center, pointAround(center, reach, from), pointAround(center, reach, to)]);
  });
  hand.area(joined(rays), mixColors(scheme.skyTop, scheme.light, 0.14), 'facet');
  const radius = 0.3 * shortSide(stage);
  hand.area(circle(center, radius * 1.28), mixColors(scheme.skyBottom, scheme.light, 0.35), 'halo');
  hand.area(circle(center, radius), scheme.light, 'light');
  for (const layer of steps(3)) {
    const away = (across: number) => (across - stage.focusX) * (1.3 - layer * 0.2);
    const heightAt = (across: number) =>
      levelY(stage, horizon + 0.04 + layer * 0.12 + 0.16 * away(across) ** 2);
    hand.area(landBelow(box, heightAt), landColor(scheme, layer / 2), 'land');
    if (layer === 0) {
      placeProp(stage, { x: center.x, y: heightAt(stage.focusX) + stage.unit }, 0.26 * shortSide(stage));
    }
  }
}
