import { landColor } from '../../../look/scheme.ts';
import { steps } from '../../geometry.ts';
import { makeNoise } from '../../noise.ts';
import { placeProp } from '../../place-prop.ts';
import { joined, landBelow } from '../../shapes.ts';
import { levelY, shortSide, type Stage } from '../../stage.ts';
import { drawBirds, drawSky, drawSun } from './sky.ts';
import { firTree } from './trees.ts';

const layers = 4;

/** Draws a clearing in a fir forest, framed by the nearest trees. */
export function drawForest(stage: Stage): void {
  drawSky(stage);
  drawSun(stage, stage.horizon - 0.08, 0.15);
  drawBirds(stage, stage.horizon - 0.3, 3);
  for (const layer of steps(layers)) drawWood(stage, layer);
  frameWithTrees(stage);
}

function drawWood(stage: Stage, layer: number): void {
  const { hand, scheme, box, random, horizon } = stage;
  const noise = makeNoise(`${stage.seed} wood ${layer}`);
  const base = horizon + (1 - horizon) * (layer / layers) * 0.9 + 0.02;
  const heightAt = (across: number) => levelY(stage, base + 0.03 * noise(across * 3, layer * 3));
  const color = landColor(scheme, (layer / layers) * 0.9);
  const count = Math.round((30 - layer * 5) * Math.min(1.2, box.width / box.height / 1.7));
  const trees = steps(count).flatMap((index) => {
    const across = (index + random.between(0.1, 0.9)) / count;
    const clearing = Math.abs(across - stage.focusX) < 0.05 + layer * 0.05;
    if (clearing && layer > 0) return [];
    const height = box.height * (0.07 + 0.035 * layer) * random.between(0.7, 1.3);
    return [firTree({ x: box.x + across * box.width, y: heightAt(across) + height * 0.12 }, height, random)];
  });
  hand.area(joined([...trees, landBelow(box, heightAt)]), color, 'land');
  if (layer === 2) {
    const foot = { x: box.x + stage.focusX * box.width, y: heightAt(stage.focusX) + stage.unit * 2 };
    placeProp(stage, foot, 0.2 * shortSide(stage));
  }
}

/** Draws large trees at both edges, cut by the frame. */
function frameWithTrees({ hand, scheme, box, random, focusX }: Stage): void {
  const places = focusX > 0.5 ? [0.97, 0.86, 0.01] : [0.03, 0.14, 0.99];
  places.forEach((across, index) => {
    const height = box.height * (index === 0 ? 0.86 : 0.46);
    const foot = { x: box.x + across * box.width, y: box.y + box.height * 1.04 };
    hand.area(firTree(foot, height, random), landColor(scheme, 1), 'thing');
  });
}
