import { extname } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { ConformedStill, ConformStillRequest } from '../media-engine.ts';
import { saveImage } from '../save-image.ts';
import { fitOf, sizeInside } from '../video/picture-fit.ts';
import { openImage, readImage } from './open-image.ts';

/** Grounds behind transparent pictures; `groundFor` chooses the one with more contrast. */
const darkGround = { r: 0x13, g: 0x13, b: 0x13 };
const lightGround = { r: 0xf2, g: 0xf2, b: 0xf2 };

/** True if every program shows the image as drawn here, once it is fitted into the frame. */
async function isPlain(path: string): Promise<boolean> {
  const { format, orientation = 1, hasAlpha, space } = await openImage(path).metadata();
  const isKnown = ['jpeg', 'png'].includes(format) && ['srgb', 'b-w'].includes(space) && orientation === 1;
  return isKnown && (!hasAlpha || (await openImage(path).stats()).isOpaque);
}

/**
 * Fits the user's own image to the project's frame, upright and in sRGB. Crops it if the shapes are similar; otherwise
 * shows it whole over a blurred, darkened copy. Never distorts it.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`
 */
export async function conformStill(request: ConformStillRequest): Promise<ConformedStill> {
  const { rgb, size } = await readImage(request.inputPath, async (image) => {
    const ground = await groundFor(request.inputPath);
    const upright = image.autoOrient().flatten({ background: ground }).toColourspace('srgb');
    const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
    return { rgb: data, size: { width: info.width, height: info.height, channels: info.channels } };
  });
  const picture = sharp(rgb, { raw: size });
  await encodeByName(await partOf(picture, size, request), request.outputPath);
  return { isPlain: await isPlain(request.inputPath) };
}

async function partOf(
  picture: Sharp,
  size: { readonly width: number; readonly height: number },
  { part = 'whole', width, height }: ConformStillRequest,
): Promise<Sharp> {
  const frame = { width, height };
  if (part === 'backdrop') return backdrop(picture, frame);
  return fitOf(size, frame) === 'crop' ? cover(picture, frame) : overBackdrop(picture, size, frame);
}

function cover(picture: Sharp, frame: { readonly width: number; readonly height: number }): Sharp {
  return picture.resize(frame.width, frame.height, { fit: 'cover', kernel: 'lanczos3' });
}

async function overBackdrop(
  picture: Sharp,
  size: { readonly width: number; readonly height: number },
  frame: { readonly width: number; readonly height: number },
): Promise<Sharp> {
  const inside = sizeInside(size, frame);
  const front = await picture
    .clone()
    .resize(inside.width, inside.height, { fit: 'fill', kernel: 'lanczos3' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const behind = await backdrop(picture, frame);
  return behind.composite([{ input: front, gravity: 'centre' }]).removeAlpha();
}

/** Blurs and darkens the picture and lets it fill the frame. */
async function backdrop(
  picture: Sharp,
  frame: { readonly width: number; readonly height: number },
): Promise<Sharp> {
  const small = { width: Math.ceil(frame.width / 8), height: Math.ceil(frame.height / 8) };
  const blurred = await cover(picture.clone(), small)
    .blur(7)
    .modulate({ brightness: 0.5, saturation: 0.8 })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(blurred).resize(frame.width, frame.height, { fit: 'fill', kernel: 'cubic' });
}

/** Returns a light ground for dark transparent drawings, a dark one for everything else. */
async function groundFor(path: string): Promise<typeof darkGround> {
  const image = openImage(path);
  const { hasAlpha } = await image.metadata();
  if (!hasAlpha) return darkGround;
  const small = image.resize(64, 64, { fit: 'inside' }).toColourspace('srgb').ensureAlpha().raw();
  const pixels = await small.toBuffer();
  let light = 0;
  let seen = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    light += ((pixels[at] ?? 0) * 0.21 + (pixels[at + 1] ?? 0) * 0.72 + (pixels[at + 2] ?? 0) * 0.07) * alpha;
    seen += alpha;
  }
  const isCut = seen < 0.97 * 255 * (pixels.length / 4);
  return isCut && light / Math.max(1, seen) < 96 ? lightGround : darkGround;
}

async function encodeByName(image: Sharp, path: string): Promise<void> {
  const isPng = extname(path).toLowerCase() === '.png';
  const encoded = isPng
    ? image.png({ compressionLevel: 5, adaptiveFiltering: true })
    : image.jpeg({ quality: 93, chromaSubsampling: '4:4:4' });
  await saveImage(encoded, path);
}
