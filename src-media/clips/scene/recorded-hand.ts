import type { Path2D } from '@napi-rs/canvas';
import type { Hand, Part } from '../../pictures/art/hands/hand.ts';

/** A recorded drawing step, to be replayed by a real hand. */
export interface DrawnStep {
  /** Null for skies, lines and drawings clipped to another shape. */
  readonly part: Part | null;
  /** Width as a share of the picture's width. */
  readonly breadth: number;
  readonly draw: (hand: Hand) => void;
}

/** Creates a hand that records the drawing steps without drawing. */
export function makeRecordedHand(width: number): { hand: Hand; steps: DrawnStep[] } {
  const steps: DrawnStep[] = [];
  const breadthOf = (path: Path2D): number => {
    const [left, , right] = path.getBounds();
    return (Math.min(width, right) - Math.max(0, left)) / width;
  };
  const hand: Hand = {
    sky: (box, top, bottom) =>
      steps.push({ part: null, breadth: 1, draw: (real) => real.sky(box, top, bottom) }),
    area: (path, color, part) =>
      steps.push({ part, breadth: breadthOf(path), draw: (real) => real.area(path, color, part) }),
    line: (path, color, lineWidth) =>
      steps.push({
        part: null,
        breadth: breadthOf(path),
        draw: (real) => real.line(path, color, lineWidth),
      }),
    inside: (path, draw) => {
      const start = steps.length;
      draw();
      const inner = steps.splice(start);
      const drawAll = (real: Hand): void => {
        for (const step of inner) step.draw(real);
      };
      steps.push({
        part: null,
        breadth: breadthOf(path),
        draw: (real) => real.inside(path, () => drawAll(real)),
      });
    },
    finish: () => undefined,
  };
  return { hand, steps };
}

/** Groups the steps into at most `most` layers, from far to near. Each layer starts with land or a broad thing. */
export function layersOf(steps: readonly DrawnStep[], most: number): DrawnStep[][] {
  const groups: DrawnStep[][] = [[]];
  for (const step of steps) {
    const opens = step.part === 'land' || (step.part === 'thing' && step.breadth > 0.6);
    if (opens && groups.at(-1) !== undefined) groups.push([]);
    groups.at(-1)?.push(step);
  }
  if (groups.length === 1) return splitByThings(steps);
  const [sky = [], ...lands] = groups;
  return [sky, ...merged(lands, most - 1)];
}

/** Splits pictures without land: the background, the things, and the last broad thing with all after it. */
function splitByThings(steps: readonly DrawnStep[]): DrawnStep[][] {
  const first = steps.findIndex(({ part }) => part === 'thing');
  const last = steps.findLastIndex(({ part, breadth }) => part === 'thing' && breadth > 0.12);
  if (first < 0 || last <= first) return [[...steps]];
  return [steps.slice(0, first), steps.slice(first, last), steps.slice(last)].filter(
    (layer) => layer.length > 0,
  );
}

function merged(groups: readonly DrawnStep[][], most: number): DrawnStep[][] {
  const count = Math.min(groups.length, most);
  const layers: DrawnStep[][] = Array.from({ length: count }, () => []);
  groups.forEach((group, index) => layers[Math.floor((index * count) / groups.length)]?.push(...group));
  return layers;
}
