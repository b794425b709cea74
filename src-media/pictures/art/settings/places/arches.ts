import { Path2D } from '@napi-rs/canvas';
import { mixColors } from '../../../color/color.ts';
import { landColor } from '../../../look/scheme.ts';
import { steps } from '../../geometry.ts';
import { placeProp } from '../../place-prop.ts';
import { landBelow, rectangle } from '../../shapes.ts';
import { focusPoint, levelY, shortSide, type Stage } from '../../stage.ts';
import { drawSun, drawSky } from './sky.ts';

/** Draws nested arches, stairs up to them, and the sun in the opening. */
export function drawArches(stage: Stage): void {
  const { hand, scheme, box, unit } = stage;
  hand.sky(box, mixColors(scheme.skyBottom, scheme.far, 0.12), mixColors(scheme.skyBottom, scheme.far, 0.25));
  const foot = { x: focusPoint(stage, 0).x, y: levelY(stage, 0.8) };
  const size = shortSide(stage);
  const widths = [0.72, 0.57, 0.43, 0.3];
  widths.forEach((width, index) => {
    hand.area(
      arch(foot, width * size, (0.64 - 0.075 * index) * size),
      landColor(scheme, 0.12 + index * 0.2),
      'thing',
    );
  });
  const opening = arch(foot, 0.21 * size, 0.35 * size);
  hand.inside(opening, () => {
    drawSky(stage);
    drawSun(stage, 0.68, 0.075);
    hand.area(
      landBelow(box, () => levelY(stage, 0.735)),
      landColor(scheme, 0.2),
      'land',
    );
  });
  for (const step of steps(5)) {
    const half = (0.15 + 0.075 * step) * size;
    const stair = {
      x: foot.x - half,
      y: foot.y + step * 0.042 * box.height,
      width: half * 2,
      height: box.height,
    };
    hand.area(rectangle(stair), landColor(scheme, 0.45 + step * 0.12), 'thing');
  }
  placeProp(stage, { x: foot.x, y: foot.y + 0.6 * unit }, 0.15 * size);
}

/** Returns a round-headed opening of `width` by `height`, from its foot. */
export function arch(foot: { x: number; y: number }, width: number, height: number): Path2D {
  const path = new Path2D();
  const half = width / 2;
  path.moveTo(foot.x - half, foot.y);
  path.lineTo(foot.x - half, foot.y - height + half);
  path.arc(foot.x, foot.y - height + half, half, Math.PI, 0);
  path.lineTo(foot.x + half, foot.y);
  path.closePath();
  return path;
}
