import { landColor } from '../../../look/scheme.ts';
import { steps } from '../../geometry.ts';
import { makeNoise } from '../../noise.ts';
import { placeProp } from '../../place-prop.ts';
import { landBelow } from '../../shapes.ts';
import { levelY, type Stage } from '../../stage.ts';
import { drawBirds, drawSky, drawSun } from './sky.ts';
import { cypress, roundTree } from './trees.ts';

const layers = 5;

/** Draws rolling hills under a low sun, with a few trees. */
export function drawHills(stage: Stage): void {
  const { hand, scheme, box, horizon } = stage;
  drawSky(stage);
  drawSun(stage, horizon - 0.07, 0.17);
  drawBirds(stage, horizon - 0.3, 4);
  for (const layer of steps(layers)) {
    const nearness = layer / (layers - 1);
    const heightAt = hillLine(stage, layer);
    hand.area(landBelow(box, heightAt), landColor(scheme, nearness), 'land');
    if (layer === 1 || layer === 2) plantTrees(stage, layer, heightAt);
    if (layer === 2) placeProp(stage, propFoot(stage, heightAt), 0.2 * box.height);
  }
}

/** Returns the upper edge of a layer of hills, by share of the box's width. */
function hillLine(stage: Stage, layer: number): (across: number) => number {
  const { box, horizon } = stage;
  const noise = makeNoise(`${stage.seed} hill ${layer}`);
  const base = horizon + (1 - horizon) * (layer / layers) * 0.94;
  const swing = 0.045 + 0.05 * layer * (1 - horizon);
  const lean = 0.1 * (layer % 2 === 0 ? 1 : -1) * (stage.focusX > 0.5 ? -1 : 1);
  const width = box.width / box.height;
  return (across) =>
    levelY(
      stage,
      base + lean * (across - 0.5) + swing * noise(across * width * (1.9 - layer * 0.2), layer * 7.7),
    );
}

function propFoot(stage: Stage, heightAt: (across: number) => number) {
  const across = stage.focusX > 0.5 ? stage.focusX - 0.06 : stage.focusX + 0.06;
  return { x: stage.box.x + across * stage.box.width, y: heightAt(across) + stage.unit };
}

function plantTrees(stage: Stage, layer: number, heightAt: (across: number) => number): void {
  const { hand, scheme, random, box } = stage;
  const color = landColor(scheme, Math.min(1, (layer + 1.4) / (layers - 1)));
  const start = random.between(0.05, 0.6);
  for (const index of steps(layer === 1 ? 7 : 3)) {
    const across = start + index * random.between(0.03, 0.06);
    const height = box.height * (0.045 + 0.045 * layer) * random.between(0.8, 1.25);
    const foot = { x: box.x + across * box.width, y: heightAt(across) + height * 0.08 };
    hand.area(
      random.chance(0.6) ? cypress(foot, height) : roundTree(foot, height * 0.8, random),
      color,
      'thing',
    );
  }
}
