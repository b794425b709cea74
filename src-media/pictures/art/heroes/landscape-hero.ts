import { mixColors } from '../../color/color.ts';
import { landColor } from '../../look/scheme.ts';
import { steps } from '../geometry.ts';
import type { Glyph } from '../glyph.ts';
import { makeNoise } from '../noise.ts';
import { drawSky } from '../settings/sky.ts';
import { circle, landBelow } from '../shapes.ts';
import { focusPoint, levelY, shortSide, type Stage } from '../stage.ts';
import { drawGlyph, glyphColors } from './hero.ts';

/** A thing as tall as a tower in a wide country, a great sun behind it; both lower and smaller under a high sky. */
export function drawLandscapeHero(stage: Stage, glyph: Glyph): void {
  const { hand, scheme, box } = stage;
  drawSky(stage);
  const { level, radius } = sunOf(stage);
  const center = focusPoint(stage, level);
  hand.area(circle(center, 1.25 * radius), mixColors(scheme.skyBottom, scheme.light, 0.3), 'halo');
  hand.area(circle(center, radius), scheme.light, 'light');
  for (const layer of steps(4)) {
    const noise = makeNoise(`${stage.seed} land ${layer}`);
    const base = Math.max(0.66, level + 0.06) + layer * 0.09;
    const heightAt = (across: number) =>
      levelY(stage, base + 0.06 * noise(across * (3.4 - layer * 0.5), layer * 5));
    hand.area(landBelow(box, heightAt), landColor(scheme, layer / 3), 'land');
    if (layer !== 1) continue;
    const foot = { x: center.x, y: heightAt(stage.focusX) + 0.06 * radius };
    drawGlyph(stage, glyph, foot, 1.44 * radius, glyphColors(scheme));
  }
}

/** Where the sun stands, as a share of the height, and how large it is. */
function sunOf(stage: Stage): { level: number; radius: number } {
  const size = shortSide(stage);
  if (stage.horizon >= 0.7) return { level: 0.66, radius: Math.min(0.32 * size, 0.17 * stage.box.height) };
  return { level: stage.box.height > stage.box.width * 1.2 ? 0.56 : 0.42, radius: 0.32 * size };
}
