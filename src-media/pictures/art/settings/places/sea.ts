import { mixColors } from '../../../color/color.ts';
import { landColor } from '../../../look/scheme.ts';
import { steps } from '../../geometry.ts';
import { makeNoise } from '../../noise.ts';
import { placeProp } from '../../place-prop.ts';
import { joined, landBelow, rectangle } from '../../shapes.ts';
import { focusPoint, levelY, shortSide, type Stage } from '../../stage.ts';
import { drawBirds, drawSky, drawSun } from './sky.ts';

const layers = 6;

/** Draws open water with the sun on the horizon and its reflection on the waves. */
export function drawSea(stage: Stage): void {
  const { hand, scheme, box, horizon } = stage;
  drawSky(stage);
  drawSun(stage, horizon - 0.03, 0.15);
  drawBirds(
    { ...stage, focusX: stage.focusX > 0.5 ? stage.focusX - 0.18 : stage.focusX + 0.18 },
    horizon - 0.24,
    4,
  );
  for (const layer of steps(layers)) {
    const nearness = layer / (layers - 1);
    hand.area(landBelow(box, waveLine(stage, layer), 5), landColor(scheme, nearness), 'land');
    if (layer === 0) drawTrack(stage);
    if (layer === 2) {
      const foot = { x: focusPoint(stage, 0).x + (stage.focusX > 0.5 ? -0.16 : 0.16) * box.width, y: 0 };
      const y = waveLine(stage, layer)((foot.x - box.x) / box.width) + box.height * 0.02;
      placeProp(stage, { x: foot.x, y }, 0.27 * shortSide(stage));
    }
  }
}

function waveLine(stage: Stage, layer: number): (across: number) => number {
  const { box, horizon } = stage;
  const share = (layer / layers) ** 1.35;
  const base = horizon + (1 - horizon) * share;
  if (layer === 0) return () => levelY(stage, base);
  const noise = makeNoise(`${stage.seed} wave ${layer}`);
  const length = (0.1 + 0.22 * share) * box.height;
  const swing = 0.008 + 0.022 * share;
  const shift = stage.random.next() * length;
  return (across) => {
    const x = across * box.width;
    const crest = Math.abs(Math.sin(((x + shift) / length) * Math.PI));
    return levelY(stage, base + swing * (0.5 - crest) + 0.35 * swing * noise(x / (length * 2.3), layer));
  };
}

/** Draws short bars of light below the sun, wider and more scattered towards the viewer. */
function drawTrack(stage: Stage): void {
  const { hand, scheme, random, unit } = stage;
  const center = focusPoint(stage, stage.horizon);
  const bars = steps(9).map((index) => {
    const width = (0.3 - 0.012 * index) * shortSide(stage) * random.between(0.35, 1);
    const x = center.x - width / 2 + random.between(-1, 1) * unit * (1 + index * 0.5);
    return rectangle(
      { x, y: center.y + (0.8 + index * 1.55) * unit, width, height: 0.55 * unit },
      0.3 * unit,
    );
  });
  hand.area(joined(bars), mixColors(scheme.far, scheme.light, 0.75), 'mark');
}
