import { mixColors } from '../../../color/color.ts';
import { type Point, steps } from '../../geometry.ts';
import { circle, closedCurve } from '../../shapes.ts';
import { focusPoint, shortSide, type Stage } from '../../stage.ts';

/** Draws cells with membrane and nucleus, the largest at the focus. */
export function drawCells(stage: Stage): void {
  const { hand, scheme, random, box, unit } = stage;
  hand.sky(box, scheme.skyTop, scheme.skyBottom);
  const size = shortSide(stage);
  const hub = focusPoint(stage, 0.45);
  const placed: { at: Point; radius: number }[] = [];
  for (const index of steps(160)) {
    const radius = index === 0 ? size * 0.25 : size * random.between(0.03, 0.13);
    const at =
      index === 0 ? hub : { x: box.x + random.next() * box.width, y: box.y + random.next() * box.height };
    const away = Math.abs(at.x - hub.x) / box.width;
    if (random.next() * 0.7 < away && index > 0) continue;
    if (
      placed.some(
        (other) => Math.hypot(other.at.x - at.x, other.at.y - at.y) < other.radius + radius + 1.2 * unit,
      )
    )
      continue;
    placed.push({ at, radius });
  }
  const colors = [scheme.accent, scheme.second, scheme.third, scheme.far];
  placed.forEach(({ at, radius }, index) => {
    const color = colors[index % 4] ?? scheme.accent;
    hand.area(wobbly(stage, at, radius), mixColors(scheme.skyBottom, color, 0.55), 'thing');
    hand.area(wobbly(stage, at, radius * 0.8), mixColors(scheme.skyBottom, color, 0.32), 'facet');
    const nucleus = {
      x: at.x + radius * random.between(-0.2, 0.2),
      y: at.y + radius * random.between(-0.2, 0.2),
    };
    hand.area(circle(nucleus, radius * 0.3), color, 'facet');
    hand.area(
      circle({ x: nucleus.x - radius * 0.08, y: nucleus.y - radius * 0.08 }, radius * 0.09),
      mixColors(color, '#ffffff', 0.6),
      'mark',
    );
  });
}

function wobbly({ random }: Stage, at: Point, radius: number) {
  const shift = random.next() * 6;
  return closedCurve(
    steps(14).map((index) => {
      const angle = (index / 14) * Math.PI * 2;
      const reach =
        radius * (1 + 0.035 * Math.sin(angle * 3 + shift) + 0.02 * Math.sin(angle * 5 + shift * 2));
      return { x: at.x + reach * Math.cos(angle), y: at.y + reach * Math.sin(angle) };
    }),
  );
}
