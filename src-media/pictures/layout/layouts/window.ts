import type { Path2D } from '@napi-rs/canvas';
import type { Box } from '../../art/geometry.ts';
import { arch } from '../../art/settings/places/arches.ts';
import { settings } from '../../art/settings/settings.ts';
import { circle, rectangle } from '../../art/shapes.ts';
import type { WindowShape } from '../../look/look.ts';
import { column, labelBlock, mainBlock } from '../column.ts';
import { partOf } from '../frame.ts';
import { type Layout, makeStage, type Page, readingX } from '../page.ts';
import { propFor, settingFor } from '../subject.ts';
import { wordsOf } from '../words.ts';

/** Shows a picture cut to a shape on an empty sheet, with words beside it. */
export const windowLayout: Layout = (page) => {
  const { frame, hand, scheme } = page;
  hand.sky(frame.box, scheme.ground, scheme.ground);
  const isFlipped = frame.isWide && page.turn % 2 === 1;
  const box = windowBox(page, isFlipped);
  const path = windowPath(page.look.window, box);
  const setting = settingFor(page);
  const viewed = { ...scheme, ground: page.otherScheme.ground };
  hand.area(path, scheme.skyTop, 'thing');
  hand.inside(path, () => {
    settings[setting].draw(
      makeStage(page, {
        box,
        focusX: 0.54,
        horizon: 0.58,
        prop: propFor(page, setting),
        scheme: settings[setting].quiet === 'sky' ? scheme : viewed,
      }),
    );
  });
  const { main, label } = wordsOf(page.content.message);
  if (!main) return [];
  const part = frame.isWide
    ? isFlipped
      ? ([0.54, 0.1, 0.9, 0.78] as const)
      : ([0.1, 0.1, 0.48, 0.78] as const)
    : ([0.1, 0.1, 0.9, 0.36] as const);
  return [column(page, part, [mainBlock(page, main, 12), labelBlock(page, label)], { hasMark: true })];
};

function windowBox(page: Page, isFlipped: boolean): Box {
  const { frame, look } = page;
  if (!frame.isWide) {
    if (look.window === 'circle')
      return partOf(frame, 0.12, 0.42, 0.88, 0.42 + (0.76 * frame.width) / frame.height);
    return partOf(
      frame,
      look.window === 'rectangle' ? 0 : 0.1,
      0.42,
      look.window === 'rectangle' ? 1 : 0.9,
      1.02,
    );
  }
  const [left, right] = look.window === 'rectangle' ? [0.54, 1] : [0.56, 0.92];
  const from = readingX(page, isFlipped ? 1 - right : left);
  const to = readingX(page, isFlipped ? 1 - left : right);
  const top = look.window === 'rectangle' ? 0 : look.window === 'arch' ? 0.12 : 0.1;
  return partOf(
    frame,
    Math.min(from, to),
    top,
    Math.max(from, to),
    look.window === 'rounded' ? 0.9 : look.window === 'circle' ? 0.9 : 1.02,
  );
}

function windowPath(shape: WindowShape, box: Box): Path2D {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  switch (shape) {
    case 'rectangle':
      return rectangle(box);
    case 'rounded':
      return rectangle(box, Math.min(box.width, box.height) * 0.09);
    case 'circle':
      return circle(middle, Math.min(box.width, box.height) / 2);
    case 'arch':
      return arch({ x: middle.x, y: box.y + box.height }, box.width, box.height);
  }
}
