import { landColor } from '../../../look/scheme.ts';
import { steps } from '../../geometry.ts';
import { makeRoughNoise } from '../../noise.ts';
import { placeProp } from '../../place-prop.ts';
import { landBelow } from '../../shapes.ts';
import { levelY, shortSide, type Stage } from '../../stage.ts';
import { nightScheme } from './night.ts';
import { drawMoon, drawSky, drawStars } from './sky.ts';
import { firTree } from './trees.ts';

/** Draws stars and a crescent over a dark forest. */
export function drawNightSky(day: Stage): void {
  const stage = { ...day, scheme: nightScheme(day.scheme) };
  const { hand, scheme, box, random, horizon } = stage;
  drawSky(stage);
  drawStars(stage, 190);
  drawMoon(stage);
  for (const layer of steps(3)) {
    const noise = makeRoughNoise(`${stage.seed} wood ${layer}`, 3);
    const base = horizon + 0.1 + layer * 0.09;
    const heightAt = (across: number) => levelY(stage, base + 0.05 * noise(across * 3, layer));
    const color = landColor(scheme, 0.35 + layer * 0.32);
    hand.area(landBelow(box, heightAt), color, 'land');
    if (layer === 1) {
      placeProp(
        stage,
        { x: box.x + stage.focusX * box.width, y: heightAt(stage.focusX) },
        0.2 * shortSide(stage),
      );
    }
    for (const index of steps(13)) {
      const across = (index + random.between(0.1, 0.9)) / 13;
      if (layer === 1 && Math.abs(across - stage.focusX) < 0.14) continue;
      const foot = { x: box.x + across * box.width, y: heightAt(across) + box.height * 0.015 };
      hand.area(
        firTree(foot, box.height * random.between(0.05, 0.09) * (1 + layer * 0.55), random),
        color,
        'thing',
      );
    }
  }
}
