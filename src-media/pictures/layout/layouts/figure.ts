import { type Point, steps } from '../../art/geometry.ts';
import { circle, joined, rectangle, ring, ringSlice } from '../../art/shapes.ts';
import { mixColors } from '../../color/color.ts';
import type { Figure } from '../../content/scene-content.ts';
import type { TextColumn } from '../../text/place-text.ts';
import { applyType, typedText } from '../../text/type-style.ts';
import { drawBackdrop, fillGround, quietTone } from '../backdrops.ts';
import { column, labelBlock, mainBlock, type Part } from '../column.ts';
import { partOf } from '../frame.ts';
import { drawThing, type Page, readingX } from '../page.ts';

/** Shows a number as large as possible between the words around it: a share with its ring, years on a line. */
export function figureLayout(page: Page, figure: Figure): TextColumn[] {
  const { frame, look } = page;
  const small = frame.isSquarish ? 4.3 : 5.6;
  const number = {
    ...mainBlock(page, figure.text, 34, look.type.figure),
    color: 'accent' as const,
    maxLines: 1,
  };
  const blocks = [labelBlock(page, figure.lead, small), number, labelBlock(page, figure.tail, small)];
  return [column(page, drawBeside(page, figure), blocks, { gap: frame.isSquarish ? 3 : 4 })];
}

/** Draws what accompanies the number and returns the part that is left for the words. */
function drawBeside(page: Page, figure: Figure): Part {
  const { frame, glyph } = page;
  const half: Part = frame.isWide ? [0.1, 0.1, 0.55, 0.78] : [0.1, 0.1, 0.9, frame.isSquarish ? 0.45 : 0.42];
  if (figure.share !== null) {
    drawBackdrop(page);
    drawShare(page, figure.share);
    return half;
  }
  if (figure.trend !== null) {
    drawBackdrop(page);
    drawTrend(page, figure.trend);
    return half;
  }
  if (figure.sort === 'year') {
    fillGround(page, page.scheme.ground);
    drawYears(page, figure.years);
    return [0.1, 0.1, 0.9, 0.62];
  }
  if (!glyph) {
    drawBackdrop(page);
    return [0.1, 0.1, 0.88, 0.78];
  }
  fillGround(page, page.scheme.ground);
  const [from = 0, to = 1] = [readingX(page, 0.6), readingX(page, 1)].toSorted((a, b) => a - b);
  const panel = frame.isWide ? partOf(frame, from, 0, to, 1) : partOf(frame, 0, 0.48, 1, 1);
  page.hand.area(rectangle(panel), page.otherScheme.ground, 'panel');
  const box = frame.isWide
    ? partOf(frame, from + 0.07, 0.18, to - 0.07, 0.74)
    : partOf(frame, 0.25, 0.53, 0.75, 0.76);
  drawThing(page, glyph, box, page.otherScheme);
  return half;
}

/** Writes a year small below its tick. */
function writeYear({ ctx, frame, look, scheme }: Page, year: number, { x, y }: Point): void {
  const typed = typedText(String(year), { ...look.type.label, tracking: 0 }, 'en');
  applyType(ctx, typed, 2.9 * frame.unit);
  ctx.fillStyle = mixColors(scheme.ground, scheme.ink, 0.75);
  ctx.fillText(typed.text, x - ctx.measureText(typed.text).width / 2, y);
}

/** Draws a ring filled to the share, or a hundred dots with the share coloured. */
function drawShare(page: Page, share: number): void {
  const { frame } = page;
  const center = frame.isWide
    ? { x: readingX(page, 0.75) * frame.width, y: 0.46 * frame.height }
    : { x: 0.5 * frame.width, y: (frame.isSquarish ? 0.725 : 0.68) * frame.height };
  const radius = frame.isSquarish ? Math.min(29 * frame.unit, 0.23 * frame.height) : 29 * frame.unit;
  if (page.turn % 2 === 0) drawShareRing(page, center, radius, share);
  else drawShareDots(page, center, radius, share);
}

function drawShareRing({ hand, scheme, frame }: Page, center: Point, outer: number, share: number): void {
  const inner = outer * 0.67;
  hand.area(ring(center, outer, inner), mixColors(scheme.ground, scheme.second, 0.45), 'thing');
  const from = -Math.PI / 2;
  const to = from + Math.PI * 2 * Math.min(0.9999, share);
  hand.area(
    ringSlice(center, outer + 1.2 * frame.unit, inner - 1.2 * frame.unit, from, to),
    scheme.accent,
    'thing',
  );
}

function drawShareDots({ hand, scheme }: Page, center: Point, radius: number, share: number): void {
  const pitch = radius * 0.193;
  const filled = Math.round(share * 100);
  const dot = (index: number) =>
    circle(
      { x: center.x + ((index % 10) - 4.5) * pitch, y: center.y + (4.5 - Math.floor(index / 10)) * pitch },
      pitch * 0.38,
    );
  const dots = steps(100).map(dot);
  hand.area(joined(dots.slice(filled)), mixColors(scheme.ground, scheme.second, 0.5), 'facet');
  hand.area(joined(dots.slice(0, filled)), scheme.accent, 'facet');
}

/** Draws an arrow that rises or falls in steps. */
function drawTrend(page: Page, trend: 'up' | 'down'): void {
  const { frame, hand, scheme } = page;
  const box = frame.isWide
    ? { left: 0.6, top: 0.2, width: 0.3, height: 0.52 }
    : { left: 0.2, top: 0.5, width: 0.6, height: 0.26 };
  const heights = trend === 'up' ? [0.34, 0.5, 0.7, 1] : [1, 0.7, 0.5, 0.34];
  const pitch = (box.width * frame.width) / heights.length;
  const left = (page.isRightToLeft ? 1 - box.left - box.width : box.left) * frame.width;
  const bottom = (box.top + box.height) * frame.height;
  heights.forEach((share, index) => {
    const height = share * box.height * frame.height;
    const bar = { x: left + index * pitch, y: bottom - height, width: pitch * 0.74, height };
    const color = index === heights.length - 1 ? scheme.accent : mixColors(scheme.ground, scheme.second, 0.6);
    hand.area(rectangle(bar, 0.8 * frame.unit), color, 'facet');
  });
}

/** Draws a line of years above the captions, with a tick for each decade or century and a mark at each year. */
function drawYears(page: Page, years: readonly number[]): void {
  const { frame, hand, scheme } = page;
  const first = Math.min(...years);
  const last = Math.max(...years);
  const step = last - first > 120 ? 100 : 10;
  const start = Math.floor(first / step) * step - step;
  const end = Math.ceil((last + 1) / step) * step + step;
  const xOf = (year: number) => readingX(page, 0.1 + (0.8 * (year - start)) / (end - start)) * frame.width;
  const y = 0.7 * frame.height;
  const thickness = 0.5 * frame.unit;
  hand.area(
    rectangle({ x: 0, y: y - thickness / 2, width: frame.width, height: thickness }),
    scheme.second,
    'facet',
  );
  for (const index of steps((end - start) / (step / 10) + 1)) {
    const length = (index % 10 === 0 ? 5 : 2) * frame.unit;
    const x = xOf(start + (index * step) / 10);
    hand.area(
      rectangle({ x: x - thickness / 2, y: y - length / 2, width: thickness, height: length }),
      scheme.second,
      'facet',
    );
    if (index % 10 === 0) writeYear(page, start + (index * step) / 10, { x, y: y + 6.5 * frame.unit });
  }
  const marks = [...years].toSorted((a, b) => a - b).map(xOf);
  const [from = 0, to = from] = [marks[0], marks.at(-1)].map((x) => x ?? 0).toSorted((a, b) => a - b);
  hand.area(
    rectangle({ x: from, y: y - thickness, width: to - from, height: 2 * thickness }),
    scheme.accent,
    'facet',
  );
  for (const x of marks) {
    hand.area(circle({ x, y }, 2.6 * frame.unit), scheme.accent, 'thing');
    hand.area(circle({ x, y }, 1.1 * frame.unit), quietTone(scheme), 'facet');
  }
}
