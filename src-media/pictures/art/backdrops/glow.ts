import { mixColors } from '../../color/color.ts';
import { steps } from '../geometry.ts';
import { makeNoise } from '../noise.ts';
import { landBelow } from '../shapes.ts';
import { levelY, type Stage } from '../stage.ts';

/** The last light low on the horizon, and a dark line of hills under it. */
export function drawGlow(stage: Stage): void {
  const { hand, scheme, box } = stage;
  hand.sky(box, scheme.ground, mixColors(scheme.ground, scheme.skyBottom, 0.3));
  for (const layer of steps(2)) {
    const noise = makeNoise(`${stage.seed} hills ${layer}`);
    const heightAt = (across: number) =>
      levelY(stage, 0.87 + layer * 0.05 + 0.035 * noise(across * 3.2, layer * 8));
    hand.area(landBelow(box, heightAt), mixColors(scheme.ground, scheme.near, 0.55 + 0.45 * layer), 'land');
  }
}
