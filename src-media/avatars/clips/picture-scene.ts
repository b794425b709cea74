import { type Canvas, createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import { MediaError } from '../../media-error.ts';
import { framesPerSecond } from '../../project-content.ts';
import type { MouthFrame } from '../speech/mouth-track.ts';
import { drawSoundBars } from './sound-bars.ts';

/** Draws the frames of an actor's clip. */
export interface ActorScene {
  /** Even pixels. */
  readonly width: number;
  readonly height: number;
  drawFrame(ctx: SKRSContext2D, index: number): void;
}

/** Scale of the picture, larger than the frame, so that its movement never shows an edge. */
const overscan = 1.05;
const longestShare = 16 / 9;

/**
 * Loads a picture of a person, upright, at the size of a clip with the given short side.
 *
 * @throws MediaError `unreadable_media`
 */
export async function loadPicture(path: string, shortSide: number): Promise<Canvas> {
  try {
    const upright = sharp(path).autoOrient();
    const { width, height } = (await upright.metadata()).autoOrient;
    const share = Math.min(longestShare, Math.max(width, height) / Math.min(width, height));
    const longSide = Math.round((shortSide * share) / 2) * 2;
    const size =
      width >= height ? { width: longSide, height: shortSide } : { width: shortSide, height: longSide };
    const { data } = await upright
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize({ ...size, fit: 'cover', position: 'top' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const canvas = createCanvas(size.width, size.height);
    canvas
      .getContext('2d')
      .putImageData(new ImageData(new Uint8ClampedArray(data), size.width, size.height), 0, 0);
    return canvas;
  } catch (error) {
    throw new MediaError('unreadable_media', 'The picture of the actor cannot be read.', { cause: error });
  }
}

/** Returns the offset of slow breathing and swaying, slightly larger during speech. */
function swayAt(index: number, level: number): { x: number; y: number; turn: number; scale: number } {
  const seconds = index / framesPerSecond;
  const wave = (turns: number, phase: number) => Math.sin(2 * Math.PI * turns * seconds + phase);
  return {
    x: 0.006 * wave(0.11, 0.4) + 0.003 * wave(0.29, 2),
    y: 0.004 * wave(0.24, 1) - 0.004 * level,
    turn: 0.004 * wave(0.13, 3),
    scale: overscan + 0.008 * wave(0.24, 0) + 0.012 * level,
  };
}

function drawSwaying(ctx: SKRSContext2D, picture: Canvas, index: number, level: number): void {
  const { x, y, turn, scale } = swayAt(index, level);
  const { width, height } = picture;
  ctx.save();
  ctx.imageSmoothingQuality = 'high';
  ctx.translate(width * (0.5 + x), height * (0.6 + y));
  ctx.rotate(turn);
  ctx.scale(scale, scale);
  ctx.drawImage(picture, -width * 0.5, -height * 0.6);
  ctx.restore();
}

/** Shows a swaying picture that fills the frame. Does not animate its mouth: bars below show the sound. */
export class PictureScene implements ActorScene {
  readonly width: number;
  readonly height: number;
  readonly #picture: Canvas;
  readonly #mouth: readonly MouthFrame[];

  constructor(picture: Canvas, mouth: readonly MouthFrame[]) {
    this.width = picture.width;
    this.height = picture.height;
    this.#picture = picture;
    this.#mouth = mouth;
  }

  drawFrame(ctx: SKRSContext2D, index: number): void {
    drawSwaying(ctx, this.#picture, index, this.#mouth[index]?.level ?? 0);
    drawSoundBars(ctx, { width: this.width, height: this.height }, this.#mouth, index);
  }
}

/** Shows a round crop of a picture, with a ring whose size follows the voice. */
export class PortraitScene implements ActorScene {
  readonly width: number;
  readonly height: number;
  readonly #picture: Canvas;
  readonly #mouth: readonly MouthFrame[];

  constructor(picture: Canvas, side: number, mouth: readonly MouthFrame[]) {
    this.width = side;
    this.height = side;
    this.#picture = picture;
    this.#mouth = mouth;
  }

  drawFrame(ctx: SKRSContext2D, index: number): void {
    const side = this.width;
    const level = this.#mouth[index]?.level ?? 0;
    const radius = side * 0.42;
    ctx.clearRect(0, 0, side, side);
    this.#ring(ctx, radius * (1.03 + 0.13 * level), 0.35 * level);
    this.#ring(ctx, radius * (1.03 + 0.06 * level), 0.95);
    ctx.save();
    ctx.beginPath();
    ctx.arc(side / 2, side / 2, radius, 0, 2 * Math.PI);
    ctx.clip();
    ctx.translate((side - this.#picture.width) / 2, 0);
    drawSwaying(ctx, this.#picture, index, level);
    ctx.restore();
  }

  #ring(ctx: SKRSContext2D, radius: number, alpha: number): void {
    ctx.fillStyle = `rgba(255, 255, 255, ${alpha})`;
    ctx.beginPath();
    ctx.arc(this.width / 2, this.width / 2, radius, 0, 2 * Math.PI);
    ctx.fill();
  }
}
