import { PathOp } from '@napi-rs/canvas';
import { mixColors } from '../../../color/color.ts';
import { landColor } from '../../../look/scheme.ts';
import { steps } from '../../geometry.ts';
import { makeRoughNoise } from '../../noise.ts';
import { placeProp } from '../../place-prop.ts';
import { circle, joined, landBelow, openLine, rectangle } from '../../shapes.ts';
import { focusPoint, levelY, shortSide, type Stage } from '../../stage.ts';
import { nightScheme } from '../places/night.ts';
import { drawSky, drawStars } from '../places/sky.ts';

/** Draws a floor of squares running to the horizon, and a large sun cut by slits. */
export function drawPerspectiveGrid(day: Stage): void {
  const stage = { ...day, scheme: { ...nightScheme(day.scheme), light: day.scheme.light } };
  const { hand, scheme, box, horizon } = stage;
  drawSky(stage);
  drawStars(stage, 90);
  const center = focusPoint(stage, horizon - 0.1);
  const radius = 0.25 * shortSide(stage);
  const sun = steps(6).reduce(
    (disc, index) => {
      const y = center.y + radius * (0.02 + 0.17 * index);
      return disc.op(
        rectangle({ x: center.x - radius, y, width: radius * 2, height: radius * (0.02 + 0.014 * index) }),
        PathOp.Difference,
      );
    },
    circle(center, radius),
  );
  hand.area(sun, scheme.light, 'light');
  const noise = makeRoughNoise(`${stage.seed} range`, 4);
  const heightAt = (across: number) =>
    levelY(
      stage,
      horizon - 0.09 * Math.abs(noise(across * 5, 1)) * Math.min(1, 4 * Math.abs(across - stage.focusX)),
    );
  hand.area(landBelow(box, heightAt), landColor(scheme, 0.55), 'land');
  hand.area(
    landBelow(box, () => levelY(stage, horizon)),
    landColor(scheme, 0.9),
    'land',
  );
  drawFloor(stage);
  placeProp(stage, { x: center.x, y: levelY(stage, horizon + 0.05) }, 0.24 * shortSide(stage));
}

function drawFloor({ hand, scheme, box, unit, horizon, focusX }: Stage): void {
  const top = box.y + horizon * box.height;
  const depth = box.height * (1 - horizon) + 2 * unit;
  const floor = rectangle({ x: box.x, y: top, width: box.width, height: depth });
  const vanishing = box.x + focusX * box.width;
  const color = mixColors(scheme.accent, scheme.second, 0.2);
  hand.inside(floor, () => {
    const spokes = steps(41).map((index) =>
      openLine([
        { x: vanishing + (index - 20) * 1.6 * unit, y: top },
        { x: vanishing + (index - 20) * 26 * unit, y: top + depth },
      ]),
    );
    const rungs = steps(12).map((index) => {
      const y = top + depth * (index / 11) ** 2.1;
      return openLine([
        { x: box.x, y },
        { x: box.x + box.width, y },
      ]);
    });
    hand.line(joined([...spokes, ...rungs]), color, 0.2 * unit);
  });
}
