import { steps } from '../geometry.ts';
import { rectangle } from '../shapes.ts';
import { levelY, type Stage } from '../stage.ts';

/** Bands along the lower edge, each broader than the one above. */
export function drawSunsetBands(stage: Stage): void {
  const { hand, scheme, box, unit } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const colors = [scheme.second, scheme.accent, scheme.third, scheme.near];
  let y = levelY(stage, 0.83);
  for (const index of steps(4)) {
    const height = box.height * (0.018 + 0.016 * index);
    hand.area(
      rectangle({ x: box.x - unit, y, width: box.width + 2 * unit, height }),
      colors[index] ?? scheme.accent,
      'facet',
    );
    y += height + box.height * 0.009;
  }
}
