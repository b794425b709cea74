import { landColor } from '../../../look/scheme.ts';
import { steps } from '../../geometry.ts';
import { makeNoise } from '../../noise.ts';
import { placeProp } from '../../place-prop.ts';
import { landBelow, polygon } from '../../shapes.ts';
import { focusPoint, levelY, shortSide, type Stage } from '../../stage.ts';
import { drawBirds, drawSky, drawSun } from './sky.ts';
import { roundTree } from './trees.ts';

/** Draws ploughed land, with furrows that run to a point on the horizon. */
export function drawFields(stage: Stage): void {
  const { hand, scheme, box, horizon, random } = stage;
  drawSky(stage);
  drawSun(stage, horizon - 0.05, 0.17);
  drawBirds(stage, horizon - 0.28, 4);
  const noise = makeNoise(`${stage.seed} hills`);
  const heightAt = (across: number) => levelY(stage, horizon - 0.03 + 0.05 * noise(across * 4, 2));
  hand.area(landBelow(box, heightAt), landColor(scheme, 0.1), 'land');
  drawFurrows(stage);
  for (const index of steps(9)) {
    const away = stage.focusX > 0.5 ? 0.04 : 0.52;
    const height = box.height * random.between(0.05, 0.09);
    const foot = { x: box.x + (away + index * 0.05) * box.width, y: levelY(stage, horizon + 0.055) };
    hand.area(roundTree(foot, height, random), landColor(scheme, 0.75), 'thing');
  }
  const side = stage.focusX > 0.5 ? -0.15 : 0.15;
  const foot = { x: focusPoint(stage, 0).x + side * box.width, y: levelY(stage, horizon + 0.1) };
  placeProp(stage, foot, 0.22 * shortSide(stage));
}

function drawFurrows(stage: Stage): void {
  const { hand, scheme, box, unit } = stage;
  const top = focusPoint(stage, stage.horizon + 0.045);
  const field = landBelow(box, () => top.y);
  hand.area(field, landColor(scheme, 0.45), 'land');
  const bottom = box.y + box.height + 2 * unit;
  const count = 18;
  const spread = Math.max(box.width, box.height) * 1.5;
  hand.inside(field, () => {
    for (const index of steps(count)) {
      if (index % 2 === 0) continue;
      const x = (share: number) => top.x + (share - 0.5) * 2 * spread;
      const furrow = [
        { x: top.x + (index / count - 0.5) * 8 * unit, y: top.y },
        { x: top.x + ((index + 1) / count - 0.5) * 8 * unit, y: top.y },
        { x: x((index + 1) / count), y: bottom },
        { x: x(index / count), y: bottom },
      ];
      hand.area(polygon(furrow), landColor(scheme, 0.72), 'facet');
    }
  });
}
