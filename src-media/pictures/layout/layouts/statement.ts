import { rectangle } from '../../art/shapes.ts';
import type { TextColumn } from '../../text/place-text.ts';
import { drawBackdrop, fillGround, quietTone } from '../backdrops.ts';
import { column, labelBlock, mainBlock, type Part } from '../column.ts';
import { partOf } from '../frame.ts';
import { drawThing, type Layout, type Page, readingX } from '../page.ts';

/** Returns the words of a statement, a title or a heading in a part of the frame. */
function wordsIn(
  page: Page,
  part: Part,
  size: number,
  wish: Parameters<typeof column>[3] = {},
): TextColumn[] {
  const { message } = page;
  if (message.kind !== 'statement' && message.kind !== 'title' && message.kind !== 'heading') return [];
  const { lead, tail } = message.kind === 'statement' ? message : { lead: null, tail: null };
  if (message.text === null) return [];
  const blocks = [
    labelBlock(page, lead, 5.4),
    mainBlock(page, message.text, size),
    labelBlock(page, tail, 5.4),
  ];
  return [column(page, part, blocks, wish)];
}

/** Returns a part of the frame for left-to-right reading as a box. */
function boxOf(page: Page, [left, top, right, bottom]: Part) {
  const [from = left, to = right] = [readingX(page, left), readingX(page, right)].toSorted((a, b) => a - b);
  return partOf(page.frame, from, top, to, bottom);
}

/** Shows the thing on a panel of its own colour over half the frame, on either side. */
const splitLayout: Layout = (page) => {
  const { frame, hand, scheme, otherScheme } = page;
  fillGround(page, scheme.ground);
  const isFlipped = frame.isWide && page.turn % 2 === 0;
  const panel: Part = !frame.isWide ? [0, 0.44, 1, 1] : isFlipped ? [0, 0, 0.46, 1] : [0.54, 0, 1, 1];
  const thing: Part = !frame.isWide
    ? [0.22, 0.49, 0.78, 0.76]
    : isFlipped
      ? [0.07, 0.14, 0.39, 0.76]
      : [0.61, 0.14, 0.93, 0.76];
  hand.area(rectangle(boxOf(page, panel)), otherScheme.ground, 'panel');
  if (page.glyph) drawThing(page, page.glyph, boxOf(page, thing), otherScheme);
  const part: Part = !frame.isWide
    ? [0.1, 0.1, 0.9, 0.41]
    : isFlipped
      ? [0.53, 0.1, 0.9, 0.78]
      : [0.1, 0.1, 0.48, 0.78];
  return wordsIn(page, part, 12, { hasMark: true });
};

/** Shows the thing in a rounded field beside the words. */
const fieldLayout: Layout = (page) => {
  const { frame, hand, scheme } = page;
  fillGround(page, scheme.ground);
  const field: Part = frame.isWide ? [0.62, 0.13, 0.92, 0.77] : [0.1, 0.47, 0.9, 0.77];
  const thing: Part = frame.isWide ? [0.66, 0.2, 0.88, 0.7] : [0.25, 0.5, 0.75, 0.74];
  hand.area(rectangle(boxOf(page, field), 4 * frame.unit), quietTone(scheme), 'panel');
  if (page.glyph) drawThing(page, page.glyph, boxOf(page, thing));
  return wordsIn(page, frame.isWide ? [0.1, 0.1, 0.57, 0.78] : [0.1, 0.1, 0.9, 0.44], 12.5, {
    align: 'start',
    hasMark: true,
  });
};

/** Shows the thing above the words, both in the middle, on the contrasting ground. */
const stackedLayout: Layout = (page) => {
  const { frame, otherScheme } = page;
  const turned = { ...page, scheme: otherScheme, otherScheme: page.scheme };
  fillGround(page, otherScheme.ground);
  if (page.glyph)
    drawThing(
      turned,
      page.glyph,
      boxOf(page, frame.isWide ? [0.28, 0.07, 0.72, 0.5] : [0.2, 0.12, 0.8, 0.42]),
    );
  return wordsIn(turned, frame.isWide ? [0.12, 0.54, 0.88, 0.78] : [0.1, 0.46, 0.9, 0.78], 9.5, {
    align: 'center',
  });
};

/** Shows the thing very large, cut off by the far edge. */
const croppedLayout: Layout = (page) => {
  const { frame, scheme } = page;
  fillGround(page, scheme.ground);
  if (page.glyph)
    drawThing(
      page,
      page.glyph,
      boxOf(page, frame.isWide ? [0.6, 0.1, 1.06, 1.02] : [0.24, 0.46, 1.04, 1.02]),
    );
  return wordsIn(page, frame.isWide ? [0.1, 0.1, 0.57, 0.78] : [0.1, 0.1, 0.9, 0.44], 13, { align: 'start' });
};

/** Sets the words large over the look's decoration. */
const boldLayout: Layout = (page) => {
  drawBackdrop(page);
  return wordsIn(page, [0.1, 0.1, 0.86, 0.78], 15, { hasMark: true });
};

/** Sets the words in the middle of the contrasting ground. */
const centredLayout: Layout = (page) => {
  const turned = { ...page, scheme: page.otherScheme, otherScheme: page.scheme };
  fillGround(page, page.otherScheme.ground);
  return wordsIn(turned, [0.13, 0.12, 0.87, 0.78], 13, { align: 'center', hasMark: true });
};

/** Sets the words low, under a band of colour. */
const bandLayout: Layout = (page) => {
  const { hand, scheme } = page;
  fillGround(page, scheme.ground);
  hand.area(rectangle(boxOf(page, [0, 0, 1, 0.15])), scheme.accent, 'panel');
  hand.area(rectangle(boxOf(page, [0, 0.15, 1, 0.175])), scheme.second, 'panel');
  return wordsIn(page, [0.1, 0.24, 0.86, 0.78], 14, { anchor: 'bottom', align: 'start' });
};

/** Sets the words on a card. */
const cardLayout: Layout = (page) => {
  const { frame, hand, scheme, otherScheme } = page;
  fillGround(page, otherScheme.ground);
  hand.area(rectangle(boxOf(page, [0.06, 0.07, 0.94, 0.84]), 2 * frame.unit), scheme.ground, 'panel');
  return wordsIn(page, [0.12, 0.14, 0.86, 0.77], 13, { align: 'start', hasMark: true });
};

/** Sets the words beside a wide bar at the side where reading starts. */
const barLayout: Layout = (page) => {
  const { hand, scheme } = page;
  fillGround(page, quietTone(scheme));
  hand.area(rectangle(boxOf(page, [0, 0, 0.07, 1])), scheme.second, 'panel');
  hand.area(rectangle(boxOf(page, [0.07, 0, 0.085, 1])), scheme.accent, 'panel');
  return wordsIn(page, [0.15, 0.1, 0.88, 0.78], 14, { align: 'start' });
};

const withThing: readonly [Layout, ...Layout[]] = [splitLayout, fieldLayout, stackedLayout, croppedLayout];
const ofWords: readonly [Layout, ...Layout[]] = [
  boldLayout,
  centredLayout,
  barLayout,
  cardLayout,
  bandLayout,
];

/** Shows a statement with its thing, or set in type; layouts take turns, so that neighbours differ. */
export const statementLayout: Layout = (page) => {
  const layouts = page.glyph ? withThing : ofWords;
  return (layouts[page.turn % layouts.length] ?? layouts[0])(page);
};

/** Shows a title or heading larger than a statement. */
export const titleLayout: Layout = (page) => {
  if (page.glyph) return (page.turn % 2 === 0 ? croppedLayout : splitLayout)(page);
  drawBackdrop(page);
  return wordsIn(page, [0.1, 0.12, 0.9, 0.76], page.message.kind === 'title' ? 20 : 17, { hasMark: true });
};
