import { Path2D } from '@napi-rs/canvas';
import { type Hex, mixColors, shiftLightness } from '../../color/color.ts';
import type { Point } from '../geometry.ts';
import type { Glyph } from '../glyph.ts';
import { arch } from '../settings/places/arches.ts';
import { rectangle } from '../shapes.ts';
import { focusPoint, levelY, shortSide, type Stage } from '../stage.ts';
import { drawGlyph, glyphColors } from './hero.ts';

/** Draws a thing on a round podium, with an arch behind, floor and wall. */
export function drawPodiumHero(stage: Stage, glyph: Glyph): void {
  const { hand, scheme, box, random } = stage;
  const size = shortSide(stage);
  const floor = levelY(stage, 0.72);
  const foot = { x: focusPoint(stage, 0).x, y: levelY(stage, 0.7) };
  const wall = mixColors(scheme.ground, scheme.second, 0.3);
  hand.sky(box, wall, mixColors(wall, scheme.ground, 0.4));
  hand.area(
    rectangle({ x: box.x, y: floor, width: box.width, height: box.height }),
    mixColors(scheme.ground, scheme.second, 0.62),
    'facet',
  );
  const side = random.chance(0.5) ? 1 : -1;
  hand.area(
    arch({ x: foot.x + side * 0.17 * size, y: floor }, 0.46 * size, 0.66 * size),
    scheme.second,
    'thing',
  );
  hand.area(
    arch({ x: foot.x - side * 0.2 * size, y: floor }, 0.26 * size, 0.4 * size),
    scheme.third,
    'thing',
  );
  drum(
    stage,
    { x: foot.x - side * 0.3 * size, y: foot.y + 0.16 * size },
    0.17 * size,
    0.09 * size,
    scheme.third,
  );
  drum(
    stage,
    { x: foot.x, y: foot.y + 0.12 * size },
    0.3 * size,
    0.12 * size,
    mixColors(scheme.accent, scheme.ground, 0.15),
  );
  drawGlyph(
    stage,
    glyph,
    { x: foot.x, y: foot.y + 0.012 * size },
    0.4 * size,
    glyphColors(scheme, scheme.second),
  );
}

/** Draws a low cylinder seen slightly from above; `foot` is the middle of its lower front edge. */
function drum({ hand }: Stage, foot: Point, half: number, height: number, color: Hex): void {
  const flat = half * 0.16;
  const body = new Path2D();
  body.moveTo(foot.x - half, foot.y - height);
  body.lineTo(foot.x - half, foot.y);
  body.ellipse(foot.x, foot.y, half, flat, 0, Math.PI, 0, true);
  body.lineTo(foot.x + half, foot.y - height);
  body.closePath();
  hand.area(body, shiftLightness(color, -0.06), 'thing');
  const top = new Path2D();
  top.ellipse(foot.x, foot.y - height, half, flat, 0, 0, Math.PI * 2);
  hand.area(top, shiftLightness(color, 0.06), 'facet');
}
