import { mixColors } from '../../color/color.ts';
import { steps } from '../geometry.ts';
import { makeNoise } from '../noise.ts';
import { landBelow } from '../shapes.ts';
import { levelY, type Stage } from '../stage.ts';

/** Wavy sheets stacked along the lower edge. */
export function drawLayers(stage: Stage): void {
  const { hand, scheme, box } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const colors = [scheme.third, scheme.second, scheme.accent];
  for (const layer of steps(3)) {
    const noise = makeNoise(`${stage.seed} sheet ${layer}`);
    const slope = stage.focusX > 0.5 ? -0.1 : 0.1;
    const heightAt = (across: number) =>
      levelY(
        stage,
        0.84 +
          layer * 0.055 +
          slope * (across - 0.5) * (1 - layer * 0.25) +
          0.03 * noise(across * 3.4, layer * 6),
      );
    hand.area(
      landBelow(box, heightAt),
      mixColors(scheme.ground, colors[layer] ?? scheme.accent, 0.85),
      'land',
    );
  }
}
