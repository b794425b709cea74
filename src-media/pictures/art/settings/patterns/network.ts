import { mixColors } from '../../../color/color.ts';
import { type Point, steps } from '../../geometry.ts';
import { circle, joined, openLine } from '../../shapes.ts';
import { focusPoint, shortSide, type Stage } from '../../stage.ts';

/** Draws points joined to their neighbours, denser around the focus; one of them is the hub. */
export function drawNetwork(stage: Stage): void {
  const { hand, scheme, unit } = stage;
  hand.sky(stage.box, scheme.skyTop, scheme.skyBottom);
  const hub = focusPoint(stage, 0.44);
  const nodes = scatterNodes(stage, hub);
  const line = mixColors(scheme.skyBottom, scheme.near, 0.42);
  for (const [index, node] of nodes.entries()) {
    const near = nodes.slice(index + 1).filter((other) => distance(node, other) < 0.235 * shortSide(stage));
    hand.line(joined(near.map((other) => openLine([node, other]))), line, 0.16 * unit);
  }
  const spokes = nodes.filter((node) => distance(node, hub) < 0.42 * shortSide(stage)).slice(0, 7);
  hand.line(joined(spokes.map((node) => openLine([hub, node]))), scheme.accent, 0.42 * unit);
  nodes.forEach((node, index) => {
    const isSpoke = spokes.includes(node);
    const size = unit * (isSpoke ? 2.2 : 0.7 + ((index * 7) % 5) * 0.22);
    hand.area(
      circle(node, size),
      isSpoke ? (index % 2 ? scheme.second : scheme.third) : scheme.near,
      isSpoke ? 'thing' : 'mark',
    );
  });
  hand.area(circle(hub, 8.5 * unit), mixColors(scheme.skyBottom, scheme.accent, 0.25), 'halo');
  hand.area(circle(hub, 6 * unit), scheme.accent, 'thing');
  hand.area(circle(hub, 2.2 * unit), scheme.ground, 'mark');
}

function scatterNodes({ box, random, unit }: Stage, hub: Point): Point[] {
  const nodes: Point[] = [];
  for (const index of steps(420)) {
    const angle = random.next() * Math.PI * 2;
    const reach = Math.max(box.width, box.height) * 0.62 * Math.sqrt((index + 20) / 440);
    const node = { x: hub.x + Math.cos(angle) * reach, y: hub.y + Math.sin(angle) * reach };
    const gap = unit * (5.5 + 9 * (reach / box.width));
    if (distance(node, hub) > 11 * unit && nodes.every((other) => distance(node, other) > gap))
      nodes.push(node);
  }
  return nodes;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
