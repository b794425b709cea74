import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import type { Scheme } from '../../pictures/look/scheme.ts';
import { Random } from '../../pictures/random.ts';
import { isCutOut, type Raster, sharpOf } from '../raster.ts';

interface Cell {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Splits a frame into one cell per picture, along the longer side first. */
function cellsOf(frame: Cell, count: number, random: Random): Cell[] {
  if (count <= 1) return [frame];
  const first = Math.ceil(count / 2);
  const share = first / count + random.between(-0.05, 0.05);
  const isWide = frame.width >= frame.height;
  const cut = Math.round((isWide ? frame.width : frame.height) * share);
  const near = isWide ? { ...frame, width: cut } : { ...frame, height: cut };
  const rest = isWide
    ? { ...frame, left: frame.left + cut, width: frame.width - cut }
    : { ...frame, top: frame.top + cut, height: frame.height - cut };
  return [...cellsOf(near, first, random), ...cellsOf(rest, count - first, random)];
}

/** Arranges opaque pictures side by side; each fills its cell. */
async function collage(
  pictures: readonly Raster[],
  size: { width: number; height: number },
  scheme: Scheme,
  seed: string,
): Promise<Raster> {
  const gap = pictures.length === 1 ? 0 : Math.round(Math.min(size.width, size.height) * 0.018);
  const cells = cellsOf({ left: 0, top: 0, ...size }, pictures.length, new Random(`collage ${seed}`));
  const overlays: OverlayOptions[] = [];
  for (const [index, picture] of pictures.entries()) {
    const cell = cells[index];
    if (!cell) continue;
    const width = Math.max(1, cell.width - gap);
    const height = Math.max(1, cell.height - gap);
    const input = await sharpOf(picture)
      .resize(width, height, { fit: 'cover', position: 'attention', kernel: 'lanczos3' })
      .raw()
      .toBuffer();
    const raw = { width, height, channels: 4 as const };
    overlays.push({ input, raw, left: cell.left + (gap >> 1), top: cell.top + (gap >> 1) });
  }
  return layOver(blank(size, scheme), overlays);
}

function blank({ width, height }: { width: number; height: number }, scheme: Scheme): Sharp {
  return sharp({ create: { width, height, channels: 4, background: scheme.ground } });
}

async function layOver(ground: Sharp, overlays: OverlayOptions[]): Promise<Raster> {
  const { data, info } = await ground.composite(overlays).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgba: data };
}

/** Places cut-out things side by side in front of a picture, each with a shadow. */
async function standBefore(things: readonly Raster[], ground: Raster): Promise<Raster> {
  const { width, height } = ground;
  const overlays: OverlayOptions[] = [];
  const room = (width * 0.86) / things.length;
  for (const [index, thing] of things.entries()) {
    const trimmed = await sharpOf(thing).trim({ threshold: 1 }).png().toBuffer();
    const fitted = sharp(trimmed).resize(Math.round(room * 0.92), Math.round(height * 0.74), {
      fit: 'inside',
      kernel: 'lanczos3',
    });
    const { data, info } = await fitted.png().toBuffer({ resolveWithObject: true });
    const left = Math.round(width * 0.07 + room * index + (room - info.width) / 2);
    const top = Math.round(height * 0.88 - info.height);
    const shadow = await sharp(data)
      .linear([0, 0, 0, 0.45], [0, 0, 0, 0])
      .blur(Math.max(1, height * 0.012))
      .png()
      .toBuffer();
    overlays.push({
      input: shadow,
      left: Math.max(0, left),
      top: Math.max(0, Math.min(height - info.height, top + Math.round(height * 0.012))),
    });
    overlays.push({ input: data, left: Math.max(0, left), top: Math.max(0, top) });
  }
  return layOver(sharpOf(ground), overlays);
}

/** Composes references in the frame: opaque ones fill it, cut-out ones stand in front of them or of a drawn scene. */
export async function composeReferences(
  references: readonly Raster[],
  frame: { readonly width: number; readonly height: number },
  scheme: Scheme,
  seed: string,
  tools: { readonly style: (picture: Raster) => Promise<Raster>; readonly drawGround: () => Raster },
): Promise<Raster> {
  const things = references.filter(isCutOut);
  const scenes = references.filter((reference) => !isCutOut(reference));
  const ground =
    scenes.length === 0
      ? tools.drawGround()
      : await tools.style(await collage(scenes, { width: frame.width, height: frame.height }, scheme, seed));
  return things.length === 0 ? ground : standBefore(things, ground);
}
