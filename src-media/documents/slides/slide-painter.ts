import { type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import { maxPixels } from '../../media/media-limits.ts';
import type { TaskControl } from '../../task-options.ts';
import type { Slide } from './presentation.ts';
import type { SlidePackage } from './slide-package.ts';
import { childOf, type Element, numberOf, relationOf } from './xml-tree.ts';

/** Longest side of pictures; slides need no larger ones. */
const maxSide = 4_096;

/** Everything needed to draw a slide. */
export interface SlidePainter {
  readonly context: SKRSContext2D;
  readonly slide: Slide;
  readonly slidePackage: SlidePackage;
  /** Pixels per EMU. */
  readonly pixels: number;
  readonly control: TaskControl;
}

/** Loads a picture by its relation; null if it is missing or unreadable, such as EMF. */
async function loadPicture(painter: SlidePainter, part: string, id: string | null): Promise<Image | null> {
  const relations = await painter.slidePackage.relations(part);
  const target = relations.find((relation) => relation.id === id)?.target;
  const bytes = target ? await painter.slidePackage.bytes(target) : null;
  if (!bytes) return null;
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, pages: 1 }).autoOrient();
    const { format } = await sharp(bytes).metadata();
    // Drawings can refer to other files, so they are not read.
    if (format === 'svg' || format === 'pdf') return null;
    const size = { width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true } as const;
    return await loadImage(await picture.resize(size).png({ compressionLevel: 1 }).toBuffer());
  } catch {
    return null;
  }
}

/**
 * Draws the picture of a `blipFill` over a box at the context's origin, with its crop.
 *
 * @param part the sheet that contains the fill
 * @returns false if there is no readable picture
 */
export async function drawPictureFill(
  painter: SlidePainter,
  part: string,
  fill: Element,
  width: number,
  height: number,
): Promise<boolean> {
  painter.control.checkpoint();
  const blip = childOf(fill, 'blip');
  const picture = await loadPicture(painter, part, relationOf(blip, 'embed'));
  if (!picture) return false;
  const crop = childOf(fill, 'srcRect');
  const share = (name: string) => (numberOf(crop, name) ?? 0) / 100_000;
  const sourceX = share('l') * picture.width;
  const sourceY = share('t') * picture.height;
  const sourceWidth = picture.width * (1 - share('l') - share('r'));
  const sourceHeight = picture.height * (1 - share('t') - share('b'));
  if (sourceWidth <= 0 || sourceHeight <= 0) return true;
  const { context } = painter;
  context.save();
  context.globalAlpha *= (numberOf(childOf(blip, 'alphaModFix'), 'amt') ?? 100_000) / 100_000;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, sourceX, sourceY, sourceWidth, sourceHeight, 0, 0, width, height);
  context.restore();
  return true;
}
