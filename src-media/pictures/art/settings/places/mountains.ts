import { mixColors } from '../../../color/color.ts';
import { landColor } from '../../../look/scheme.ts';
import { type Point, steps } from '../../geometry.ts';
import { makeRoughNoise } from '../../noise.ts';
import { placeProp } from '../../place-prop.ts';
import { landBelow, polygon } from '../../shapes.ts';
import { levelY, type Stage } from '../../stage.ts';
import { drawBirds, drawSky, drawSun } from './sky.ts';
import { firTree } from './trees.ts';

const layers = 4;

/** Draws mountain ranges, with one large peak at the focus and firs in front. */
export function drawMountains(stage: Stage): void {
  const { hand, scheme, box, horizon } = stage;
  drawSky(stage);
  drawSun({ ...stage, focusX: stage.focusX + (stage.focusX > 0.5 ? -0.2 : 0.2) }, horizon - 0.2, 0.1);
  drawBirds(stage, horizon - 0.36, 3);
  for (const layer of steps(layers)) {
    const heightAt = ridgeLine(stage, layer);
    hand.area(landBelow(box, heightAt, 4), landColor(scheme, layer / layers), 'land');
    if (layer === 1) drawPeak(stage);
  }
  placeProp(stage, { x: box.x + stage.focusX * box.width, y: levelY(stage, 0.94) }, 0.17 * box.height);
  plantFirs(stage);
}

function ridgeLine(stage: Stage, layer: number): (across: number) => number {
  const { box, horizon } = stage;
  const noise = makeRoughNoise(`${stage.seed} ridge ${layer}`, 5, 0.48);
  const base = horizon + (1 - horizon) * (layer / layers) * 0.85;
  const swing = 0.12 - layer * 0.016;
  const width = box.width / box.height;
  return (across) =>
    levelY(stage, base - swing * (1 - 1.7 * Math.abs(noise(across * width * 1.5, layer * 5.3))) + 0.05);
}

/** Draws a steep peak with a shaded face, and snow down to a jagged line. */
function drawPeak(stage: Stage): void {
  const { hand, scheme, random, box, horizon } = stage;
  const top: Point = { x: box.x + stage.focusX * box.width, y: levelY(stage, horizon - 0.3) };
  const foot = levelY(stage, horizon + (1 - horizon) * 0.5);
  const half = (foot - top.y) * 1.15;
  const left = slope(stage, top, { x: top.x - half, y: foot });
  const right = slope(stage, top, { x: top.x + half, y: foot });
  const split = slope(stage, top, { x: top.x + half * 0.12, y: foot });
  const color = landColor(scheme, 0.42);
  hand.area(polygon([...left.slice().reverse(), ...right]), color, 'thing');
  hand.area(polygon([...split.slice().reverse(), ...right]), mixColors(color, scheme.near, 0.4), 'facet');
  const snow = [...left.slice(0, 4).reverse(), ...right.slice(1, 4)];
  const jag = steps(5).map((index) => ({
    x: (right[3]?.x ?? top.x) + (((left[3]?.x ?? top.x) - (right[3]?.x ?? top.x)) * (index + 1)) / 6,
    y: (left[3]?.y ?? top.y) + (index % 2 === 0 ? -1 : 1) * random.between(0.008, 0.024) * box.height,
  }));
  hand.area(polygon([...snow, ...jag]), mixColors(scheme.skyBottom, '#ffffff', 0.6), 'facet');
}

/** Returns a jagged line from the top down that always moves outwards. */
function slope(stage: Stage, top: Point, foot: Point): Point[] {
  return steps(11).map((index) => {
    const share = index / 10;
    const wander = index === 0 ? 0 : stage.random.between(-0.018, 0.018) * stage.box.height;
    return { x: top.x + (foot.x - top.x) * share + wander, y: top.y + (foot.y - top.y) * share ** 1.08 };
  });
}

function plantFirs(stage: Stage): void {
  const { hand, scheme, random, box } = stage;
  const away = stage.focusX > 0.5 ? 0 : 0.62;
  for (const index of steps(9)) {
    const across = away + index * 0.045 + random.between(-0.015, 0.015);
    const height = box.height * random.between(0.12, 0.3);
    const foot = { x: box.x + across * box.width, y: levelY(stage, 1.02) };
    hand.area(firTree(foot, height, random), landColor(scheme, 1), 'thing');
  }
}
