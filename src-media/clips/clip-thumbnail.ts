import sharp from 'sharp';
import { saveImage } from '../save-image.ts';
import { yuvToRgb } from '../video/rgb-to-yuv.ts';

type Size = { readonly width: number; readonly height: number };

const maxSide = 480;

/** Writes a small transparent PNG of a drawn frame. @param rgba not premultiplied */
export async function writeThumbnail(rgba: Buffer, size: Size, path: string): Promise<Size> {
  const image = sharp(rgba, { raw: { ...size, channels: 4 } })
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 7 });
  const info = await saveImage(image, path);
  return { width: info.width, height: info.height };
}

/** Returns the pixels of a frame with transparency. @param planes luma, two of chroma, alpha */
export function rgbaOfPlanes(planes: Buffer, size: Size): Buffer {
  const rgb = yuvToRgb({ ...size, data: planes });
  const alpha = planes.subarray((size.width * size.height * 3) / 2);
  const rgba = Buffer.alloc(size.width * size.height * 4);
  for (let index = 0; index < size.width * size.height; index += 1) {
    rgb.copy(rgba, index * 4, index * 3, index * 3 + 3);
    rgba[index * 4 + 3] = alpha[index] ?? 0;
  }
  return rgba;
}
