import { mixColors, lightnessOf } from '../../color/color.ts';
import { pointIn, type Point, steps, insetBox } from '../geometry.ts';
import { makeNoise } from '../noise.ts';
import {
  circle,
  ring,
  closedCurve,
  joined,
  openLine,
  rectangle,
  landBelow,
  polygon,
  ringSlice,
} from '../shapes.ts';
import { type Stage, shortSide, levelY } from '../stage.ts';
import { drawTitleBlock } from './title-block.ts';

/** Draws a frieze of plain shapes along the lower edge. */
function drawTiles(stage: Stage): void {
  const { hand, scheme, box, random } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const side = box.width / (box.width > box.height ? 12 : 7);
  const colors = [scheme.accent, scheme.second, scheme.third, scheme.near];
  const y = box.y + box.height - side;
  for (const index of steps(Math.ceil(box.width / side))) {
    const x = box.x + index * side;
    const back = colors[index % 4] ?? scheme.accent;
    const front = colors[(index + 1 + (index % 3)) % 4] ?? scheme.second;
    hand.area(rectangle({ x, y, width: side + 1, height: side + 1 }), back, 'facet');
    if (front === back) continue;
    const figures = [
      circle({ x: x + side / 2, y: y + side / 2 }, side * 0.34),
      ringSlice({ x, y: y + side }, side, 0.001, -Math.PI / 2, 0),
      polygon([
        { x, y: y + side },
        { x: x + side, y },
        { x: x + side, y: y + side },
      ]),
      ringSlice({ x: x + side, y }, side, 0.001, Math.PI / 2, Math.PI),
    ];
    hand.area(figures[random.wholeBetween(0, 3)] ?? circle({ x, y }, side / 3), front, 'facet');
  }
}

/** Draws bands along the lower edge, each wider than the one above. */
function drawSunsetBands(stage: Stage): void {
  const { hand, scheme, box, unit } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const colors = [scheme.second, scheme.accent, scheme.third, scheme.near];
  let y = levelY(stage, 0.83);
  for (const index of steps(4)) {
    const height = box.height * (0.018 + 0.016 * index);
    hand.area(
      rectangle({ x: box.x - unit, y, width: box.width + 2 * unit, height }),
      colors[index] ?? scheme.accent,
      'facet',
    );
    y += height + box.height * 0.009;
  }
}

/** Draws two slanted planes on the far side. */
function drawSlant(stage: Stage): void {
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

/** Draws dots that grow towards the lower far corner, as in a screen print. */
function drawPrintDots(stage: Stage): void {
  const { hand, scheme, box, unit } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const pitch = 3.6 * unit;
  const columns = Math.ceil(box.width / pitch) + 1;
  const rows = Math.ceil(box.height / pitch) + 1;
  const dots = steps(columns * rows).flatMap((index) => {
    const row = Math.floor(index / columns);
    const x = ((index % columns) + (row % 2) / 2) * pitch;
    const across = stage.focusX > 0.5 ? x / box.width : 1 - x / box.width;
    const strength = across * 0.62 + (row * pitch) / box.height - 0.92;
    return strength > 0.06
      ? [circle({ x: box.x + x, y: box.y + row * pitch }, pitch * Math.min(0.52, strength * 0.8))]
      : [];
  });
  hand.area(joined(dots), mixColors(scheme.ground, scheme.accent, 0.75), 'facet');
}

/** Draws a smooth gradient and one glowing body that rises from the far corner. */
function drawMesh(stage: Stage): void {
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

/** Draws two thin lines around the sheet. */
function drawLineFrame({ hand, scheme, box, unit }: Stage): void {
  hand.sky(box, scheme.ground, mixColors(scheme.ground, scheme.skyBottom, 0.5));
  const color = mixColors(scheme.ground, scheme.accent, 0.8);
  hand.line(rectangle(insetBox(box, 3.4 * unit)), color, 0.24 * unit);
  hand.line(rectangle(insetBox(box, 4.4 * unit)), color, 0.1 * unit);
}

/** Draws wavy layers stacked along the lower edge. */
function drawLayers(stage: Stage): void {
  const { hand, scheme, box } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const colors = [scheme.third, scheme.second, scheme.accent];
  for (const layer of steps(3)) {
    const noise = makeNoise(`${stage.seed} sheet ${layer}`);
    const slope = stage.focusX > 0.5 ? -0.1 : 0.1;
    const heightAt = (across: number) =>
      levelY(
        stage,
        0.84 +
          layer * 0.055 +
          slope * (across - 0.5) * (1 - layer * 0.25) +
          0.03 * noise(across * 3.4, layer * 6),
      );
    hand.area(
      landBelow(box, heightAt),
      mixColors(scheme.ground, colors[layer] ?? scheme.accent, 0.85),
      'land',
    );
  }
}

/** Draws evening light low on the horizon, with a dark line of hills below. */
function drawGlow(stage: Stage): void {
  const { hand, scheme, box } = stage;
  hand.sky(box, scheme.ground, mixColors(scheme.ground, scheme.skyBottom, 0.3));
  for (const layer of steps(2)) {
    const noise = makeNoise(`${stage.seed} hills ${layer}`);
    const heightAt = (across: number) =>
      levelY(stage, 0.87 + layer * 0.05 + 0.035 * noise(across * 3.2, layer * 8));
    hand.area(landBelow(box, heightAt), mixColors(scheme.ground, scheme.near, 0.55 + 0.45 * layer), 'land');
  }
}

/** Draws dark air over a floor grid that runs to the horizon. */
function drawFloorGrid(stage: Stage): void {
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

/** Draws soft shapes that reach in from three corners. */
function drawBlobs(stage: Stage): void {
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

/** Draws a tone-on-tone disc larger than the sheet, and a small bright one opposite. */
function drawBigDisc(stage: Stage): void {
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

/**
 * Plain backdrops for pictures that are mostly words. Each look has its own, so even its plainest card is distinctive.
 */
export const backdrops = {
  bands: drawSunsetBands,
  blobs: drawBlobs,
  disc: drawBigDisc,
  dots: drawPrintDots,
  floor: drawFloorGrid,
  frame: drawLineFrame,
  glow: drawGlow,
  layers: drawLayers,
  mesh: drawMesh,
  plan: drawTitleBlock,
  slant: drawSlant,
  tiles: drawTiles,
} satisfies Record<string, (stage: Stage) => void>;
