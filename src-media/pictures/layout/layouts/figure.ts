import { type Point, steps } from '../../art/geometry.ts';
import { settings } from '../../art/settings/settings.ts';
import { circle, joined, rectangle, ring, ringSlice } from '../../art/shapes.ts';
import { mixColors } from '../../color/color.ts';
import type { Figure } from '../../content/scene-content.ts';
import type { TextColumn } from '../../text/place-text.ts';
import { column, labelBlock, mainBlock } from '../column.ts';
import { drawBackdrop, makeStage, type Page, readingX } from '../page.ts';
import { glyphFor, heroFor } from '../subject.ts';

/** Shows a number as large as possible between the words around it, with an illustration beside. */
export function figureLayout(page: Page, figure: Figure): TextColumn[] {
  const { frame, look } = page;
  drawBackdrop(page);
  if (figure.share !== null) drawShare(page, figure.share);
  else drawCompanion(page, figure);
  const part = frame.isWide
    ? ([0.1, 0.1, 0.55, 0.78] as const)
    : ([0.1, 0.1, 0.9, frame.isSquarish ? 0.45 : 0.42] as const);
  const small = frame.isSquarish ? 4.3 : 5.6;
  const number = {
    ...mainBlock(page, figure.text, 34, look.type.figure),
    color: 'accent' as const,
    maxLines: 1,
  };
  return [
    column(page, part, [labelBlock(page, figure.lead, small), number, labelBlock(page, figure.tail, small)], {
      gap: frame.isSquarish ? 3 : 4,
    }),
  ];
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

/** Draws the counted thing on a separate panel; growing bars if the words name none. */
function drawCompanion(page: Page, figure: Figure): void {
  const { frame, hand, otherScheme } = page;
  const glyph = glyphFor(page);
  const [from, to] = [readingX(page, 0.6), readingX(page, 1)].toSorted((a, b) => a - b);
  const left = (from ?? 0.6) * frame.width;
  const box = frame.isWide
    ? { x: left, y: 0, width: ((to ?? 1) - (from ?? 0.6)) * frame.width, height: frame.height }
    : { x: 0, y: 0.48 * frame.height, width: frame.width, height: 0.52 * frame.height };
  const stage = makeStage(page, { box, focusX: 0.5, horizon: 0.58, scheme: otherScheme });
  hand.inside(rectangle(box), () => {
    if (glyph) heroFor(page)(stage, glyph);
    else settings[figure.sort === 'year' ? 'arches' : 'rays'].draw(stage);
  });
}
