import { composePicture, type PictureRequest } from './compose-picture.ts';
import { drawTexts } from './text/draw-texts.ts';

/**
 * Draws the still of a scene as opaque pixels, four bytes each, red first. Blocks its thread for part of a second. The
 * same request always gives the same pixels.
 */
export function drawPicture(request: PictureRequest): { width: number; height: number; rgba: Buffer } {
  const { canvas, ctx, texts } = composePicture(request);
  drawTexts(ctx, texts);
  return { width: request.width, height: request.height, rgba: canvas.data() };
}
