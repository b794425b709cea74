import type { SKRSContext2D } from '@napi-rs/canvas';
import { drawableText } from '../../fonts/font-families.ts';
import type { Box } from '../art/geometry.ts';
import { headlineStyles } from '../look/type-styles.ts';
import { placeColumn } from '../text/place-text.ts';
import { applyType } from '../text/type-style.ts';

/** Draws a board on a post that shows words, as large as they fit. */
export function drawSign(ctx: SKRSContext2D, words: string, box: Box): void {
  const board = { ...box, height: box.height * 0.62 };
  const rim = Math.min(board.width, board.height) * 0.045;
  ctx.fillStyle = '#8a5f3c';
  ctx.fillRect(
    box.x + box.width * 0.46,
    box.y + board.height * 0.5,
    box.width * 0.08,
    box.height - board.height * 0.5,
  );
  ctx.beginPath();
  ctx.roundRect(board.x, board.y, board.width, board.height, rim * 1.6);
  ctx.fill();
  ctx.fillStyle = '#fbf6ea';
  ctx.beginPath();
  ctx.roundRect(board.x + rim, board.y + rim, board.width - 2 * rim, board.height - 2 * rim, rim);
  ctx.fill();
  const inner = {
    x: board.x + 3 * rim,
    y: board.y + 3 * rim,
    width: board.width - 6 * rim,
    height: board.height - 6 * rim,
  };
  const style = headlineStyles.heavySans;
  const [placed] = placeColumn(
    ctx,
    {
      box: inner,
      align: 'center',
      isRightToLeft: false,
      anchor: 'middle',
      gap: 0,
      mark: null,
      blocks: [
        {
          text: drawableText(words, style.face, 'en'),
          style,
          color: 'ink',
          maxSize: inner.height,
          minSize: inner.height / 12,
          maxLines: 4,
          isMain: true,
        },
      ],
    },
    'en',
  );
  if (!placed) return;
  applyType(ctx, placed.fitted.typed, placed.fitted.size);
  ctx.fillStyle = '#1d2733';
  for (const line of placed.lines) ctx.fillText(line.text, line.x, line.baseline);
}
