import { lightnessOf, mixColors } from '../../color/color.ts';
import { pointIn } from '../geometry.ts';
import { polygon } from '../shapes.ts';
import type { Stage } from '../stage.ts';

/** Two slanting planes over the far side. */
export function drawSlant(stage: Stage): void {
  const { hand, scheme, box } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const at = (across: number, down: number) => pointIn(box, stage.focusX > 0.5 ? across : 1 - across, down);
  const tone = mixColors(scheme.ground, scheme.near, lightnessOf(scheme.ground) > 0.6 ? 0.06 : 0.3);
  hand.area(polygon([at(0.7, -0.01), at(1.01, -0.01), at(1.01, 1.01), at(0.5, 1.01)]), tone, 'facet');
  hand.area(
    polygon([at(0.93, -0.01), at(1.01, -0.01), at(1.01, 1.01), at(0.73, 1.01)]),
    mixColors(scheme.ground, scheme.near, lightnessOf(scheme.ground) > 0.6 ? 0.12 : 0.6),
    'facet',
  );
  hand.area(
    polygon([at(-0.01, 0.965), at(0.24, 0.965), at(0.222, 1.01), at(-0.01, 1.01)]),
    scheme.accent,
    'facet',
  );
}
