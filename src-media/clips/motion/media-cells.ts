import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { readImage } from '../../media/open-image.ts';
import { probeMedia } from '../../media/probe-media.ts';
import { MediaError } from '../../media-error.ts';
import type { Box } from '../../pictures/art/geometry.ts';
import { ClipSampler } from '../../video/clip-sampler.ts';
import { sizeInside } from '../../video/picture-fit.ts';
import { yuvToRgb } from '../../video/rgb-to-yuv.ts';
import type { MotionReference } from '../clip-tools.ts';
import { easeIn, easeOver, progressAt } from './easing.ts';
import type { MotionStage, MotionTime } from './motion-stage.ts';

/** A picture or clip in a graphic. */
interface MediaCell {
  readonly box: Box;
  readonly isClip: boolean;
  /** Returns its picture for the next frame. */
  readonly next: () => Canvas;
}

/** Images and clips of a graphic in a grid, which pop up one after the other. */
export class MediaCells implements Disposable {
  readonly #stage: MotionStage;
  readonly #cells: readonly MediaCell[];
  readonly #resources: DisposableStack;

  private constructor(stage: MotionStage, cells: readonly MediaCell[], resources: DisposableStack) {
    this.#stage = stage;
    this.#cells = cells;
    this.#resources = resources;
  }

  /** @throws MediaError `unreadable_media`, `media_too_large` */
  static async open(
    stage: MotionStage,
    references: readonly MotionReference[],
    drawn: Canvas | null,
  ): Promise<MediaCells> {
    const resources = new DisposableStack();
    const visible = references.filter(({ kind }) => kind !== 'audio');
    const boxes = boxesFor(stage, visible.length + (drawn ? 1 : 0));
    const cells: MediaCell[] = [];
    for (const [index, { kind, path }] of visible.entries()) {
      const box = boxes[index] ?? stage.area;
      if (kind === 'video') cells.push(await openClip(path, box, resources));
      else cells.push(await openStill(path, box));
    }
    const last = boxes.at(-1);
    if (drawn && last) cells.push({ box: insideOf(last, drawn), isClip: false, next: () => drawn });
    return new MediaCells(stage, cells, resources);
  }

  /** True if the graphic changes even while its words stand still. */
  get isMoving(): boolean {
    return this.#cells.some(({ isClip }) => isClip);
  }

  get count(): number {
    return this.#cells.length;
  }

  draw(time: MotionTime): void {
    const { ctx, unit } = this.#stage;
    this.#cells.forEach(({ box, next }, index) => {
      const picture = next();
      const start = 0.15 + 0.16 * index;
      const scale =
        (0.8 + 0.2 * easeOver(progressAt(time.seconds, start, 0.75))) * (1 - 0.12 * easeIn(time.leaving));
      const seen = progressAt(time.seconds, start, 0.35) * (1 - easeIn(time.leaving));
      if (seen <= 0) return;
      ctx.save();
      ctx.globalAlpha = seen;
      ctx.translate(box.x + box.width / 2, box.y + box.height / 2);
      ctx.scale(scale, scale);
      ctx.beginPath();
      ctx.roundRect(-box.width / 2, -box.height / 2, box.width, box.height, 1.8 * unit);
      ctx.clip();
      ctx.drawImage(picture, -box.width / 2, -box.height / 2, box.width, box.height);
      ctx.restore();
    });
  }

  [Symbol.dispose](): void {
    this.#resources[Symbol.dispose]();
  }
}

/** Aspect ratio assumed for pictures and clips. */
const usualShape = { width: 16, height: 9 };

/** Lays out a grid in the stage's area, with the column count that makes pictures of the usual shape largest. */
function boxesFor({ area, unit }: MotionStage, count: number): Box[] {
  if (count === 0) return [];
  const gap = 2.4 * unit;
  const cellOf = (across: number): { across: number; width: number; height: number } => {
    const rows = Math.ceil(count / across);
    const width = (area.width - gap * (across - 1)) / across;
    return { across, width, height: (area.height - gap * (rows - 1)) / rows };
  };
  const cells = Array.from({ length: count }, (_, index) => cellOf(index + 1));
  const sizeOf = (cell: { readonly width: number; readonly height: number }): number =>
    Math.min(cell.width / usualShape.width, cell.height / usualShape.height);
  const { across, width, height } = cells.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a));
  return Array.from({ length: count }, (_, index) => ({
    x: area.x + (index % across) * (width + gap),
    y: area.y + Math.floor(index / across) * (height + gap),
    width,
    height,
  }));
}

/** Returns the largest box with a picture's shape, centred in another box. */
function insideOf(box: Box, picture: { readonly width: number; readonly height: number }): Box {
  const even = (length: number): number => Math.max(2, Math.floor(length / 2) * 2);
  const { width, height } = sizeInside(picture, { width: even(box.width), height: even(box.height) });
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

async function openStill(path: string, box: Box): Promise<MediaCell> {
  const { data, info } = await readImage(path, (image) =>
    image
      .autoOrient()
      .resize(Math.round(box.width), Math.round(box.height), { fit: 'inside' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const canvas = canvasOf(data, info);
  return { box: insideOf(box, info), isClip: false, next: () => canvas };
}

async function openClip(path: string, box: Box, resources: DisposableStack): Promise<MediaCell> {
  const facts = await probeMedia(path);
  if (!facts?.size) throw new MediaError('unreadable_media', 'The file has no moving pictures.');
  const place = insideOf(box, facts.size);
  const sampler = resources.use(new ClipSampler(path, place.width, place.height));
  let shown: unknown = null;
  let canvas = createCanvas(place.width, place.height);
  const next = (): Canvas => {
    const picture = sampler.next();
    if (!picture || picture === shown) return canvas;
    shown = picture;
    canvas = canvasOf(withAlpha(yuvToRgb(picture)), place);
    return canvas;
  };
  return { box: place, isClip: true, next };
}

function withAlpha(rgb: Buffer): Buffer {
  const rgba = Buffer.alloc((rgb.length / 3) * 4, 255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from] as number;
    rgba[to + 1] = rgb[from + 1] as number;
    rgba[to + 2] = rgb[from + 2] as number;
  }
  return rgba;
}

function canvasOf(
  rgba: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
): Canvas {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const image = ctx.createImageData(width, height);
  image.data.set(rgba);
  ctx.putImageData(image, 0, 0);
  return canvas;
}
