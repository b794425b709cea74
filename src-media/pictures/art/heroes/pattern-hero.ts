import { mixColors } from '../../color/color.ts';
import { steps } from '../geometry.ts';
import { type Glyph, placeGlyph } from '../glyph.ts';
import { circle } from '../shapes.ts';
import { focusPoint, type Stage } from '../stage.ts';
import { drawGlyph, glyphColors } from './hero.ts';

/** Draws the thing in rows over the whole sheet, with one of them highlighted. */
export function drawPatternHero(stage: Stage, glyph: Glyph): void {
  const { hand, scheme, box } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const isWide = box.width > box.height;
  const columns = isWide ? 5 : 3;
  const pitch = box.width / columns;
  const rows = Math.ceil(box.height / pitch) + 1;
  const chosen = {
    column: Math.min(columns - 1, Math.floor(stage.focusX * columns)),
    row: Math.max(0, Math.round((0.42 * box.height) / (pitch * 0.92) - 0.35)),
  };
  const faint = mixColors(scheme.ground, scheme.second, 0.55);
  for (const index of steps(rows * (columns + 1))) {
    const column = index % (columns + 1);
    const row = Math.floor(index / (columns + 1));
    if (column === chosen.column && row === chosen.row) continue;
    const center = cellCenter(stage, pitch, column, row, chosen.row);
    const placed = placeGlyph(glyph, { x: center.x, y: center.y + pitch * 0.22 }, pitch * 0.44);
    hand.area(placed.lines, faint, 'mark');
  }
  const center = cellCenter(stage, pitch, chosen.column, chosen.row, chosen.row);
  hand.area(circle(center, pitch * 0.86), scheme.ground, 'facet');
  hand.area(circle(center, pitch * 0.74), scheme.accent, 'thing');
  drawGlyph(
    stage,
    glyph,
    { x: center.x, y: center.y + pitch * 0.42 },
    pitch * 0.84,
    glyphColors(scheme, scheme.second),
  );
}

/** Returns the centre of a cell. Every second row is shifted by half a step, relative to the highlighted one. */
function cellCenter(stage: Stage, pitch: number, column: number, row: number, chosenRow: number) {
  const shift = (row - chosenRow) % 2 === 0 ? 0 : 0.5;
  return {
    x: stage.box.x + (column + 0.5 - shift) * pitch,
    y: focusPoint(stage, 0).y + (row + 0.35) * pitch * 0.92,
  };
}
