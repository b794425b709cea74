import { mixColors } from '../../color/color.ts';
import { landColor } from '../../look/scheme.ts';
import { pointAround, steps } from '../geometry.ts';
import type { Glyph } from '../glyph.ts';
import { makeNoise } from '../noise.ts';
import { drawSky } from '../settings/places/sky.ts';
import { circle, joined, polygon, ring, landBelow } from '../shapes.ts';
import { focusPoint, shortSide, type Stage, levelY } from '../stage.ts';
import { type Hero, drawGlyph, glyphColors } from './hero.ts';
import { drawPatternHero } from './pattern-hero.ts';
import { drawPodiumHero } from './podium-hero.ts';

/**
 * Draws a thing as tall as a tower in a wide landscape, a large sun behind; both lower and smaller under a high sky.
 */
function drawLandscapeHero(stage: Stage, glyph: Glyph): void {
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

/** Returns the height of the sun as a share of the box, and its radius. */
function sunOf(stage: Stage): { level: number; radius: number } {
  const size = shortSide(stage);
  if (stage.horizon >= 0.7) return { level: 0.66, radius: Math.min(0.32 * size, 0.17 * stage.box.height) };
  return { level: stage.box.height > stage.box.width * 1.2 ? 0.56 : 0.42, radius: 0.32 * size };
}

/** Draws a thing in front of a large disc, with small bodies on a ring around it. */
function drawDiscHero(stage: Stage, glyph: Glyph): void {
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

/** Draws a thing on a badge, with rays to the edges of the picture. */
function drawBurstHero(stage: Stage, glyph: Glyph): void {
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

/** All heroes by name. */
export const heroes = {
  burst: drawBurstHero,
  disc: drawDiscHero,
  landscape: drawLandscapeHero,
  pattern: drawPatternHero,
  podium: drawPodiumHero,
} satisfies Record<string, Hero>;
