import { mixColors } from '../../../color/color.ts';
import { landColor } from '../../../look/scheme.ts';
import { type Box, steps } from '../../geometry.ts';
import { joined, polygon, rectangle } from '../../shapes.ts';
import { levelY, type Stage } from '../../stage.ts';
import { drawSky, drawSun } from './sky.ts';

const layers = 3;

/** Draws a city: three rows of buildings, the tallest near the focus, with lit windows in the front row. */
export function drawSkyline(stage: Stage): void {
  drawSky(stage);
  drawSun(stage, stage.horizon - 0.1, 0.16);
  for (const layer of steps(layers)) {
    const color = landColor(stage.scheme, 0.18 + (0.82 * layer) / (layers - 1));
    const buildings = rowOfBuildings(stage, layer);
    stage.hand.area(joined(buildings.map((building) => outlineOf(stage, building))), color, 'thing');
    if (layer > 0) drawWindows(stage, buildings, layer);
  }
}

interface Building extends Box {
  readonly roof: 'flat' | 'spire' | 'slant' | 'steps';
}

function rowOfBuildings(stage: Stage, layer: number): Building[] {
  const { box, random, unit } = stage;
  const buildings: Building[] = [];
  const foot = levelY(stage, 1) + 2 * unit;
  for (let x = box.x - random.between(0, 6) * unit; x < box.x + box.width;) {
    const width = random.between(7, 12 + 2 * layer) * unit;
    const nearFocus = 1 - Math.min(1, Math.abs((x + width / 2 - box.x) / box.width - stage.focusX) * 2.4);
    const top =
      stage.horizon -
      0.02 +
      layer * 0.13 -
      nearFocus * 0.2 * random.between(0.3, 1) +
      random.between(-0.05, 0.09);
    const y = levelY(stage, top);
    buildings.push({
      x,
      y,
      width,
      height: foot - y,
      roof: random.pick(['flat', 'flat', 'spire', 'slant', 'steps']),
    });
    x += width + random.between(-0.4, 1.6) * unit;
  }
  return buildings;
}

function outlineOf({ unit }: Stage, { x, y, width, height, roof }: Building) {
  const right = x + width;
  const middle = x + width / 2;
  const foot = y + height;
  const roofs = {
    flat: [
      { x, y },
      { x: right, y },
    ],
    slant: [
      { x, y: y + width * 0.28 },
      { x: right, y },
    ],
    spire: [
      { x, y: y + 2 * unit },
      { x: middle - 1.2 * unit, y },
      { x: middle - 0.25 * unit, y: y - 1 * unit },
      { x: middle, y: y - 6 * unit },
      { x: middle + 0.25 * unit, y: y - 1 * unit },
      { x: middle + 1.2 * unit, y },
      { x: right, y: y + 2 * unit },
    ],
    steps: [
      { x, y: y + 3 * unit },
      { x: x + width * 0.22, y: y + 3 * unit },
      { x: x + width * 0.22, y },
      { x: right - width * 0.22, y },
      { x: right - width * 0.22, y: y + 3 * unit },
      { x: right, y: y + 3 * unit },
    ],
  };
  return polygon([{ x, y: foot }, ...roofs[roof], { x: right, y: foot }]);
}

function drawWindows(stage: Stage, buildings: readonly Building[], layer: number): void {
  const { hand, scheme, random, unit } = stage;
  const lit = buildings.flatMap((building) => {
    const columns = Math.floor((building.width - 1.6 * unit) / (1.7 * unit));
    const start = building.x + (building.width - columns * 1.7 * unit + 0.9 * unit) / 2;
    return steps(columns * 14).flatMap((index) => {
      const row = Math.floor(index / columns);
      const y = building.y + (4.4 + row * 2.3) * unit;
      if (!random.chance(0.34) || y > levelY(stage, 1)) return [];
      return [
        rectangle({ x: start + (index % columns) * 1.7 * unit, y, width: 0.8 * unit, height: 1.15 * unit }),
      ];
    });
  });
  hand.area(joined(lit), mixColors(landColor(scheme, 0.5), scheme.light, layer === 2 ? 0.9 : 0.4), 'mark');
}
