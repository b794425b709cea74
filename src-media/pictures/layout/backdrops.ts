import { steps } from '../art/geometry.ts';
import { circle, joined, polygon, rectangle } from '../art/shapes.ts';
import { type Hex, lightnessOf, mixColors } from '../color/color.ts';
import type { Scheme } from '../look/scheme.ts';
import { partOf } from './frame.ts';
import { type Page, readingX } from './page.ts';

/** Fills the frame with a colour. */
export function fillGround(page: Page, ground: Hex): void {
  page.hand.sky(page.frame.box, ground, ground);
}

/** Returns a tone a little apart from the ground, on which words stay readable. */
export function quietTone({ ground, near }: Scheme): Hex {
  return mixColors(ground, near, lightnessOf(ground) > 0.6 ? 0.07 : 0.3);
}

function drawBands(page: Page, { second, accent, third, near }: Scheme): void {
  const { frame, hand } = page;
  [second, accent, third, near].forEach((color, index) => {
    const top = 0.84 + index * 0.042;
    hand.area(rectangle(partOf(frame, -0.01, top, 1.01, top + 0.022 + index * 0.006)), color, 'facet');
  });
}

function drawSlant(page: Page, scheme: Scheme): void {
  const { frame, hand } = page;
  const at = (across: number, down: number) => ({
    x: readingX(page, across) * frame.width,
    y: down * frame.height,
  });
  hand.area(
    polygon([at(0.74, -0.01), at(1.01, -0.01), at(1.01, 1.01), at(0.56, 1.01)]),
    quietTone(scheme),
    'facet',
  );
  hand.area(
    polygon([at(-0.01, 0.96), at(0.26, 0.96), at(0.24, 1.01), at(-0.01, 1.01)]),
    scheme.accent,
    'facet',
  );
}

function drawDots(page: Page, scheme: Scheme): void {
  const { frame, hand } = page;
  const pitch = 4 * frame.unit;
  const columns = Math.ceil(frame.width / pitch) + 1;
  const dots = steps(columns * Math.ceil(frame.height / pitch)).flatMap((index) => {
    const row = Math.floor(index / columns);
    const x = ((index % columns) + (row % 2) / 2) * pitch;
    const strength = 0.62 * readingX(page, x / frame.width) + (row * pitch) / frame.height - 0.95;
    return strength > 0.06 ? [circle({ x, y: row * pitch }, pitch * Math.min(0.5, strength * 0.8))] : [];
  });
  hand.area(joined(dots), mixColors(scheme.ground, scheme.accent, 0.75), 'facet');
}

function drawTiles(page: Page, { accent, second, third, near }: Scheme): void {
  const { frame, hand } = page;
  const side = frame.width / (frame.isWide ? 12 : 7);
  const colors = [accent, second, third, near];
  const y = frame.height - side;
  for (const index of steps(Math.ceil(frame.width / side))) {
    const x = index * side;
    const turned = (index + page.turn) % 3;
    hand.area(rectangle({ x, y, width: side + 1, height: side + 1 }), colors[index % 4] ?? accent, 'facet');
    const front =
      turned === 0
        ? circle({ x: x + side / 2, y: y + side / 2 }, side * 0.32)
        : polygon([
            { x, y: y + side },
            { x: x + (turned - 1) * side, y },
            { x: x + side, y: y + side },
          ]);
    hand.area(front, colors[(index + 1) % 4] ?? second, 'facet');
  }
}

function drawFrameLines(page: Page, { accent }: Scheme): void {
  const { frame, hand } = page;
  const inset = 4 * frame.unit;
  const box = { x: inset, y: inset, width: frame.width - 2 * inset, height: frame.height - 2 * inset };
  hand.line(rectangle(box), accent, 0.35 * frame.unit);
  const inner = 1.3 * frame.unit;
  hand.line(
    rectangle({
      x: inset + inner,
      y: inset + inner,
      width: box.width - 2 * inner,
      height: box.height - 2 * inner,
    }),
    accent,
    0.14 * frame.unit,
  );
}

/** Draws a block of steps in the lower far corner. */
function drawCorner(page: Page, { second, accent, third }: Scheme): void {
  const { frame, hand } = page;
  [third, second, accent].forEach((color, index) => {
    const size = (36 - index * 11) * frame.unit;
    const x = readingX(page, 1) * frame.width - (page.isRightToLeft ? 0 : size);
    hand.area(
      rectangle({ x, y: frame.height - size * 0.5, width: size, height: size * 0.5 }),
      color,
      'facet',
    );
  });
}

function drawEdge(page: Page, { accent }: Scheme): void {
  const width = 0.022 * page.frame.width;
  const x = page.isRightToLeft ? page.frame.width - width : 0;
  page.hand.area(rectangle({ x, y: 0, width, height: page.frame.height }), accent, 'facet');
}

/** Decorations of pages of words, by name; none stands for a thing. */
const backdrops = {
  plain: () => undefined,
  bands: drawBands,
  slant: drawSlant,
  dots: drawDots,
  tiles: drawTiles,
  frame: drawFrameLines,
  corner: drawCorner,
  edge: drawEdge,
} satisfies Record<string, (page: Page, scheme: Scheme) => void>;

/** Draws the ground and the look's decoration over the whole frame. */
export function drawBackdrop(page: Page, scheme: Scheme = page.scheme): void {
  fillGround(page, scheme.ground);
  backdrops[page.look.backdrop](page, scheme);
}
