import { mixColors } from '../../color/color.ts';
import { insetBox, pointIn, steps } from '../geometry.ts';
import { circle, joined, openLine, rectangle } from '../shapes.ts';
import { shortSide, type Stage } from '../stage.ts';

/** Draws a technical drawing sheet: border, empty title block, a circle with its axes. */
export function drawTitleBlock(stage: Stage): void {
  const { hand, scheme, box, unit } = stage;
  hand.sky(box, scheme.skyTop, scheme.skyBottom);
  const color = mixColors(scheme.ground, scheme.ink, 0.55);
  const sheet = insetBox(box, 3.2 * unit);
  hand.line(rectangle(sheet), color, 0.2 * unit);
  const right = sheet.x + sheet.width;
  const bottom = sheet.y + sheet.height;
  const block = { x: right - 34 * unit, y: bottom - 10 * unit, width: 34 * unit, height: 10 * unit };
  const rules = steps(2).map((index) =>
    openLine([
      { x: block.x, y: block.y + (index + 1) * 3.3 * unit },
      { x: right, y: block.y + (index + 1) * 3.3 * unit },
    ]),
  );
  hand.line(
    joined([
      rectangle(block),
      ...rules,
      openLine([
        { x: block.x + 12 * unit, y: block.y },
        { x: block.x + 12 * unit, y: bottom },
      ]),
    ]),
    color,
    0.14 * unit,
  );
  const center = pointIn(box, stage.focusX > 0.5 ? 0.84 : 0.16, 0.4);
  const radius = shortSide(stage) * 0.3;
  const axes = joined([
    openLine([
      { x: center.x - radius * 1.15, y: center.y },
      { x: center.x + radius * 1.15, y: center.y },
    ]),
    openLine([
      { x: center.x, y: center.y - radius * 1.15 },
      { x: center.x, y: center.y + radius * 1.15 },
    ]),
  ]);
  hand.line(
    joined([circle(center, radius), circle(center, radius * 0.62), axes]),
    mixColors(scheme.ground, scheme.ink, 0.3),
    0.14 * unit,
  );
}
