import { mixColors } from '../../color/color.ts';
import { pointIn } from '../geometry.ts';
import { circle, ring } from '../shapes.ts';
import { shortSide, type Stage } from '../stage.ts';

/** One disc, larger than the sheet, tone on tone, and a small bright one that answers it. */
export function drawBigDisc(stage: Stage): void {
  const { hand, scheme, box } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const size = shortSide(stage);
  const far = stage.focusX > 0.5 ? 0.9 : 0.1;
  const center = pointIn(box, far, 0.78);
  hand.area(circle(center, size * 0.62), mixColors(scheme.ground, scheme.second, 0.3), 'facet');
  hand.area(ring(center, size * 0.76, size * 0.756), mixColors(scheme.ground, scheme.second, 0.6), 'facet');
  hand.area(
    circle(pointIn(box, stage.focusX > 0.5 ? 0.08 : 0.92, 0.94), size * 0.05),
    scheme.accent,
    'facet',
  );
}
