import { Path2D } from '@napi-rs/canvas';
import { mixColors } from '../../../color/color.ts';
import { steps } from '../../geometry.ts';
import { makeRoughNoise } from '../../noise.ts';
import { placeProp } from '../../place-prop.ts';
import { focusPoint, shortSide, type Stage } from '../../stage.ts';

const levels = 15;

/** Draws contour lines around a summit at the focus, as on a hiking map. */
export function drawContours(stage: Stage): void {
  const { hand, scheme, unit } = stage;
  hand.sky(stage.box, scheme.ground, scheme.ground);
  const field = sampleHeights(stage, unit * 1.3);
  for (const level of steps(levels)) {
    const isIndex = level % 5 === 0;
    const color = mixColors(scheme.ground, isIndex ? scheme.accent : scheme.near, isIndex ? 0.85 : 0.34);
    hand.line(isoline(field, (level + 0.5) / levels), color, (isIndex ? 0.34 : 0.2) * unit);
  }
  placeProp(stage, focusPoint(stage, 0.52), 0.24 * shortSide(stage));
}

interface Field {
  readonly columns: number;
  readonly rows: number;
  readonly cell: number;
  readonly x: number;
  readonly y: number;
  readonly heights: Float32Array;
}

function sampleHeights(stage: Stage, cell: number): Field {
  const { box } = stage;
  const noise = makeRoughNoise(`${stage.seed} relief`, 3, 0.4);
  const summit = focusPoint(stage, 0.42);
  const columns = Math.ceil(box.width / cell) + 2;
  const rows = Math.ceil(box.height / cell) + 2;
  const size = shortSide(stage);
  const heights = Float32Array.from({ length: columns * rows }, (_, index) => {
    const x = box.x + (index % columns) * cell;
    const y = box.y + Math.floor(index / columns) * cell;
    const away = Math.hypot(x - summit.x, (y - summit.y) * 1.15) / size;
    return (
      0.92 * Math.exp(-((away / 0.62) ** 1.5)) + 0.17 * (noise((x / size) * 2.6, (y / size) * 2.6) + 0.7)
    );
  });
  return { columns, rows, cell, x: box.x, y: box.y, heights };
}

/** Traces a level by marching squares: one short line for each cell that the level crosses. */
function isoline(field: Field, level: number): Path2D {
  const path = new Path2D();
  const { columns, rows, heights } = field;
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const at = row * columns + column;
      const corners = [at, at + 1, at + columns + 1, at + columns].map((index) => heights[index] ?? 0);
      crossCell(path, field, { column, row }, corners, level);
    }
  }
  return path;
}

function crossCell(
  path: Path2D,
  field: Field,
  cell: { column: number; row: number },
  corners: number[],
  level: number,
): void {
  const ends = [0, 1, 2, 3].flatMap((side) => {
    const a = corners[side] ?? 0;
    const b = corners[(side + 1) % 4] ?? 0;
    if (a < level === b < level) return [];
    const share = (level - a) / (b - a);
    const offset = [
      [share, 0],
      [1, share],
      [1 - share, 1],
      [0, 1 - share],
    ][side] ?? [0, 0];
    return [
      {
        x: field.x + (cell.column + (offset[0] ?? 0)) * field.cell,
        y: field.y + (cell.row + (offset[1] ?? 0)) * field.cell,
      },
    ];
  });
  for (let index = 0; index + 1 < ends.length; index += 2) {
    const from = ends[index];
    const to = ends[index + 1];
    if (!from || !to) continue;
    path.moveTo(from.x, from.y);
    path.lineTo(to.x, to.y);
  }
}
