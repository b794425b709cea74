import { mixColors } from '../../../color/color.ts';
import { landColor } from '../../../look/scheme.ts';
import { type Point, steps } from '../../geometry.ts';
import { placeProp } from '../../place-prop.ts';
import { landBelow, openCurve } from '../../shapes.ts';
import { levelY, shortSide, type Stage } from '../../stage.ts';
import { drawSky, drawSun } from './sky.ts';

const layers = 4;

/** Draws dunes, each with a sunny and a shaded flank. */
export function drawDesert(stage: Stage): void {
  drawSky(stage);
  drawSun(stage, stage.horizon - 0.16, 0.14);
  for (const layer of steps(layers)) {
    drawDune(stage, layer);
    if (layer === 1) {
      const across = stage.focusX > 0.5 ? stage.focusX - 0.14 : stage.focusX + 0.14;
      const foot = { x: stage.box.x + across * stage.box.width, y: levelY(stage, stage.horizon + 0.13) };
      placeProp(stage, foot, 0.16 * shortSide(stage));
    }
  }
}

function drawDune(stage: Stage, layer: number): void {
  const { hand, scheme, box, random } = stage;
  const summit = (layer % 2 === 0 ? stage.focusX : 1 - stage.focusX) + random.between(-0.08, 0.08);
  const base = stage.horizon + (1 - stage.horizon) * (layer / layers) + 0.04;
  const rise = 0.1 + 0.025 * layer;
  const heightAt = (across: number) => {
    const away = (across - summit) * (across < summit ? 2.1 : 3.2);
    return levelY(stage, base - rise / (1 + away * away * 2.2) + 0.02 * Math.sin(across * 5 + layer * 2));
  };
  const color = landColor(scheme, (layer / layers) * 0.85);
  const land = landBelow(box, heightAt);
  hand.area(land, color, 'land');
  hand.inside(land, () => {
    hand.area(shadedFlank(stage, summit, heightAt), mixColors(color, scheme.near, 0.3), 'facet');
  });
}

/** Returns the area to the right of a crest that winds down from the summit. */
function shadedFlank({ box, unit }: Stage, summit: number, heightAt: (across: number) => number) {
  const top: Point = { x: box.x + summit * box.width, y: heightAt(summit) };
  const bottom = box.y + box.height + 2 * unit;
  const drop = bottom - top.y;
  const crest = [
    top,
    { x: top.x + drop * 0.1, y: top.y + drop * 0.12 },
    { x: top.x - drop * 0.12, y: top.y + drop * 0.36 },
    { x: top.x + drop * 0.3, y: top.y + drop * 0.62 },
    { x: top.x + drop * 0.1, y: bottom },
  ];
  const path = openCurve(crest);
  const right = box.x + box.width + 2 * unit;
  path.lineTo(right, bottom);
  path.lineTo(right, top.y - 10 * unit);
  path.lineTo(top.x, top.y - 10 * unit);
  path.closePath();
  return path;
}
