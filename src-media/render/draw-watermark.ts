import { createCanvas } from '@napi-rs/canvas';
import { fontFamiliesFor } from '../fonts/font-families.ts';
import { createOverlay, type Overlay } from '../video/overlay.ts';

export const wordmark = 'Dailies';

/** Letter size as a share of the frame's short side. */
const letterShare = 0.03;
/** Margin inside the title-safe area. */
const marginShare = 0.055;

/** Corners for the mark, the preferred first. */
export const corners = ['TOP_RIGHT', 'TOP_LEFT', 'BOTTOM_RIGHT', 'BOTTOM_LEFT'] as const;
type Corner = (typeof corners)[number];

/** The mark as pixels, four bytes each, and its position in the frame. */
export interface WatermarkPicture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray;
  readonly x: number;
  readonly y: number;
}

/**
 * Draws the app's name, small and semi-transparent, in a corner.
 *
 * @param corner a corner that is otherwise free
 */
export function drawWatermark(
  frame: { readonly width: number; readonly height: number },
  corner: Corner,
): Overlay {
  const picture = paintWatermark(frame, corner);
  return createOverlay(picture, picture.x, picture.y);
}

/** Draws the same mark as pixels, for a still. */
export function paintWatermark(
  frame: { readonly width: number; readonly height: number },
  corner: Corner,
): WatermarkPicture {
  const fontSize = Math.min(frame.width, frame.height) * letterShare;
  const font = `600 ${fontSize}px ${fontFamiliesFor(wordmark, 'sans')}`;
  const measure = createCanvas(8, 8).getContext('2d');
  measure.font = font;
  const letters = measure.measureText(wordmark).width;
  const pad = fontSize;
  const even = (value: number): number => Math.round(value / 2) * 2;
  const width = even(letters + 2 * pad);
  const height = even(fontSize * 1.3 + 2 * pad);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.font = font;
  context.shadowColor = 'rgba(0, 0, 0, 0.6)';
  context.fillStyle = 'rgba(255, 255, 255, 0.6)';
  // Draws the shadow twice, wide and narrow, so that the letters are visible on white too.
  for (const blurShare of [0.5, 0.18]) {
    context.shadowBlur = fontSize * blurShare;
    context.fillText(wordmark, pad, pad + fontSize);
  }
  const margin = frame.width * marginShare;
  const x = even(Math.max(0, (corner.endsWith('LEFT') ? margin : frame.width - margin - letters) - pad));
  const top = frame.height * marginShare - pad;
  const y = even(
    corner.startsWith('TOP')
      ? Math.max(0, top)
      : Math.min(frame.height - height, frame.height * (1 - marginShare) - height + pad),
  );
  return { width, height, rgba: context.getImageData(0, 0, width, height).data, x, y };
}
