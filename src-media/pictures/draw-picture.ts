import { composePicture, type PictureRequest } from './compose-picture.ts';
import { drawTexts } from './text/draw-texts.ts';

/**
 * The still of a scene as opaque pixels, four bytes each, red first. Takes part of a second and blocks its thread
 * meanwhile. The same request always gives the same pixels.
 */
export function drawPicture(request: PictureRequest): { width: number; height: number; rgba: Buffer } {
  const { canvas, ctx, texts } = composePicture(request);
  drawTexts(ctx, texts);
  return { width: request.width, height: request.height, rgba: canvas.data() };
}
