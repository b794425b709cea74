import { mixColors } from '../../../color/color.ts';
import { landColor } from '../../../look/scheme.ts';
import { steps } from '../../geometry.ts';
import { makeNoise } from '../../noise.ts';
import { placeProp } from '../../place-prop.ts';
import { circle, joined, landBelow } from '../../shapes.ts';
import { levelY, shortSide, type Stage } from '../../stage.ts';
import { drawMoon, drawSky } from './sky.ts';
import { firTree } from './trees.ts';

/** Draws white hills, dark firs and falling flakes. */
export function drawSnow(stage: Stage): void {
  const { hand, scheme, box, random, horizon } = stage;
  drawSky({ ...stage, scheme: { ...scheme, skyTop: mixColors(scheme.skyTop, scheme.near, 0.35) } });
  drawMoon(stage);
  for (const layer of steps(4)) {
    const noise = makeNoise(`${stage.seed} snow ${layer}`);
    const base = horizon + 0.02 + layer * 0.1;
    const heightAt = (across: number) =>
      levelY(stage, base + 0.06 * noise(across * (3 - layer * 0.4), layer * 4));
    const trees = steps(10).map((index) => {
      const across = (index + random.between(0, 0.9)) / 10;
      const height = box.height * (0.06 + layer * 0.045) * random.between(0.7, 1.3);
      return firTree({ x: box.x + across * box.width, y: heightAt(across) + height * 0.1 }, height, random);
    });
    if (layer < 3) hand.area(joined(trees), landColor(scheme, 0.3 + layer * 0.25), 'thing');
    hand.area(landBelow(box, heightAt), mixColors('#ffffff', scheme.far, 0.5 - layer * 0.14), 'land');
    if (layer === 2) {
      const foot = { x: box.x + stage.focusX * box.width, y: heightAt(stage.focusX) + 3 * stage.unit };
      placeProp(stage, foot, 0.24 * shortSide(stage));
    }
  }
  drawFlakes(stage);
}

function drawFlakes({ hand, random, box, unit }: Stage): void {
  const flakes = steps(130).map((index) => {
    const at = { x: box.x + ((index * 0.618034) % 1) * box.width, y: box.y + random.next() * box.height };
    return circle(at, unit * (0.14 + 0.5 * random.next() ** 3));
  });
  hand.area(joined(flakes), '#ffffff', 'mark');
}
