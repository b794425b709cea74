import { extname } from 'node:path';
import sharp from 'sharp';
import type { DrawPictureRequest } from '../media-engine.ts';
import { drawPicture } from '../pictures/draw-picture.ts';
import { saveImage } from '../save-image.ts';

/** Draws the still of a scene and writes it, as PNG or JPEG by the output's extension. */
export async function drawScenePicture(request: DrawPictureRequest): Promise<null> {
  const { width, height, rgba } = drawPicture(request);
  const image = sharp(rgba, { raw: { width, height, channels: 4 } }).removeAlpha();
  const isJpeg = /^\.jpe?g$/iu.test(extname(request.outputPath));
  const encoded = isJpeg
    ? image.jpeg({ quality: 93, chromaSubsampling: '4:4:4' })
    : image.png({ compressionLevel: 5 });
  await saveImage(encoded, request.outputPath);
  return null;
}
