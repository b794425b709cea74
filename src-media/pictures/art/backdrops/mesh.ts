import { mixColors } from '../../color/color.ts';
import { pointIn } from '../geometry.ts';
import { circle } from '../shapes.ts';
import { shortSide, type Stage } from '../stage.ts';

/** A slow gradient and one glowing body that rises from the far corner. */
export function drawMesh(stage: Stage): void {
  const { hand, scheme, box } = stage;
  hand.sky(box, scheme.ground, mixColors(scheme.ground, scheme.skyTop, 0.7));
  const size = shortSide(stage);
  const far = stage.focusX > 0.5 ? 0.94 : 0.06;
  hand.area(
    circle(pointIn(box, far, 1.02), size * 0.6),
    mixColors(scheme.ground, scheme.second, 0.6),
    'thing',
  );
  hand.area(
    circle(pointIn(box, far, 1.1), size * 0.4),
    mixColors(scheme.second, scheme.accent, 0.75),
    'thing',
  );
  hand.area(
    circle(pointIn(box, 1 - far, 1.08), size * 0.2),
    mixColors(scheme.ground, scheme.third, 0.7),
    'thing',
  );
}
