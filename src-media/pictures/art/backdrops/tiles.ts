import { steps } from '../geometry.ts';
import { circle, polygon, rectangle, ringSlice } from '../shapes.ts';
import type { Stage } from '../stage.ts';

/** A frieze of plain figures along the lower edge. */
export function drawTiles(stage: Stage): void {
  const { hand, scheme, box, random } = stage;
  hand.sky(box, scheme.ground, scheme.ground);
  const side = box.width / (box.width > box.height ? 12 : 7);
  const colors = [scheme.accent, scheme.second, scheme.third, scheme.near];
  const y = box.y + box.height - side;
  for (const index of steps(Math.ceil(box.width / side))) {
    const x = box.x + index * side;
    const [back, front] = [
      colors[index % 4] ?? scheme.accent,
      colors[(index + 1 + (index % 3)) % 4] ?? scheme.second,
    ];
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
