import { mixColors } from '../../color/color.ts';
import { type Point, pointIn, steps } from '../geometry.ts';
import { closedCurve } from '../shapes.ts';
import { shortSide, type Stage } from '../stage.ts';

/** Soft shapes in from three corners. */
export function drawBlobs(stage: Stage): void {
  const { hand, scheme, box } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const size = shortSide(stage);
  const far = stage.focusX > 0.5 ? 1 : 0;
  const tone = (color: `#${string}`, share: number) => mixColors(scheme.ground, color, share);
  hand.area(blob(stage, pointIn(box, far, 0.98), size * 0.46), tone(scheme.second, 0.5), 'thing');
  hand.area(blob(stage, pointIn(box, 1 - far, 1.06), size * 0.34), tone(scheme.third, 0.55), 'thing');
  hand.area(blob(stage, pointIn(box, far, -0.06), size * 0.3), tone(scheme.accent, 0.32), 'thing');
}

function blob({ random }: Stage, center: Point, radius: number) {
  return closedCurve(
    steps(8).map((index) => {
      const reach = radius * random.between(0.82, 1.14);
      const angle = (index / 8) * Math.PI * 2;
      return { x: center.x + 1.25 * reach * Math.cos(angle), y: center.y + reach * Math.sin(angle) };
    }),
  );
}
