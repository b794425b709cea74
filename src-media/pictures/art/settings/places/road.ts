import { mixColors } from '../../../color/color.ts';
import { landColor } from '../../../look/scheme.ts';
import { type Point, steps } from '../../geometry.ts';
import { makeNoise } from '../../noise.ts';
import { placeProp } from '../../place-prop.ts';
import { joined, landBelow, polygon } from '../../shapes.ts';
import { focusPoint, levelY, shortSide, type Stage } from '../../stage.ts';
import { drawBirds, drawSky, drawSun } from './sky.ts';
import { cypress } from './trees.ts';

/** Draws a road that winds to the horizon. */
export function drawRoad(stage: Stage): void {
  const { hand, scheme, box, horizon } = stage;
  drawSky(stage);
  drawSun(stage, horizon - 0.04, 0.16);
  drawBirds(stage, horizon - 0.28, 3);
  for (const layer of steps(2)) {
    const noise = makeNoise(`${stage.seed} hills ${layer}`);
    const heightAt = (across: number) =>
      levelY(stage, horizon - 0.02 + layer * 0.03 + 0.06 * noise(across * 4, layer * 9));
    hand.area(landBelow(box, heightAt), landColor(scheme, 0.12 + layer * 0.2), 'land');
  }
  hand.area(
    landBelow(box, () => levelY(stage, horizon + 0.05)),
    landColor(scheme, 0.52),
    'land',
  );
  if (!stage.prop) plantAvenue(stage);
  hand.area(
    polygon([...roadEdge(stage, -1), ...roadEdge(stage, 1).reverse()]),
    landColor(scheme, 0.95),
    'facet',
  );
  hand.area(joined(centreDashes(stage)), mixColors(scheme.light, scheme.near, 0.1), 'mark');
  placeProp(stage, roadAt(stage, 0.46).middle, 0.3 * shortSide(stage));
}

/** Returns the middle of the road and half its width, from 0 at the horizon to 1 at the lower edge. */
function roadAt(stage: Stage, share: number): { readonly middle: Point; readonly half: number } {
  const { box, unit } = stage;
  const start = focusPoint(stage, stage.horizon + 0.05);
  const sway = Math.sin(share ** 0.62 * Math.PI * 2.1) * (0.012 + 0.12 * share) * box.width;
  const drift = (0.5 - stage.focusX) * box.width * share ** 2 * 0.75;
  const y = start.y + share * (box.y + box.height + 2 * unit - start.y);
  return { middle: { x: start.x + sway + drift, y }, half: unit * (0.5 + 19 * share ** 1.5) };
}

function roadEdge(stage: Stage, side: number): Point[] {
  return steps(41).map((index) => {
    const { middle, half } = roadAt(stage, index / 40);
    return { x: middle.x + side * half, y: middle.y };
  });
}

function centreDashes(stage: Stage) {
  return steps(8).map((index) => {
    const from = ((index + 0.35) / 8) ** 1.8;
    const corners = [from, from * 1.22 + 0.012].map((share) => {
      const { middle, half } = roadAt(stage, share);
      return { ...middle, half: half * 0.045 };
    });
    const [top, bottom] = corners;
    if (!top || !bottom) return polygon([]);
    return polygon([
      { x: top.x - top.half, y: top.y },
      { x: top.x + top.half, y: top.y },
      { x: bottom.x + bottom.half, y: bottom.y },
      { x: bottom.x - bottom.half, y: bottom.y },
    ]);
  });
}

function plantAvenue(stage: Stage): void {
  for (const index of steps(10)) {
    const share = 0.03 + 0.42 * (index / 10) ** 1.5;
    const { middle, half } = roadAt(stage, share);
    for (const side of [-1, 1]) {
      const foot = { x: middle.x + side * (half + stage.unit * (2 + 14 * share)), y: middle.y };
      const height = stage.box.height * (0.03 + 0.42 * share);
      stage.hand.area(cypress(foot, height), landColor(stage.scheme, 0.8), 'thing');
    }
  }
}
