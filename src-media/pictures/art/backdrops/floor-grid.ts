import { mixColors } from '../../color/color.ts';
import { steps } from '../geometry.ts';
import { joined, openLine, rectangle } from '../shapes.ts';
import { levelY, type Stage } from '../stage.ts';

/** Dark air over a floor of lines that run to the horizon. */
export function drawFloorGrid(stage: Stage): void {
  const { hand, scheme, box, unit } = stage;
  const top = levelY(stage, 0.82);
  const depth = box.height * 0.18 + 2 * unit;
  hand.sky(box, scheme.ground, mixColors(scheme.ground, scheme.skyBottom, 0.6));
  const middle = box.x + box.width / 2;
  hand.inside(rectangle({ x: box.x, y: top, width: box.width, height: depth }), () => {
    const spokes = steps(37).map((index) => {
      const aside = index - 18;
      return openLine([
        { x: middle + aside * 7 * unit, y: top },
        { x: middle + aside * 22 * unit, y: top + depth },
      ]);
    });
    const rungs = steps(7).map((index) => {
      const y = top + depth * (index / 6) ** 1.9;
      return openLine([
        { x: box.x, y },
        { x: box.x + box.width, y },
      ]);
    });
    hand.line(joined([...spokes, ...rungs]), mixColors(scheme.ground, scheme.accent, 0.75), 0.16 * unit);
  });
}
