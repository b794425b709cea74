import { createCanvas, type Canvas, ImageData } from '@napi-rs/canvas';
import sharp from 'sharp';
import type { PaintedLayer } from '../../src-shared/paint-layers.ts';
import {
  endShownFrame,
  firstShownFrame,
  layerOf,
  picturesBetween,
  type PictureLayer,
  type PictureUse,
} from '../../src-timeline/model/playing/pictures-at.ts';
import { secondsOfFrames } from '../../src-timeline/model/rational-time.ts';
import { type Timeline, timelineDurationFrames } from '../../src-timeline/model/timeline.ts';
import { MediaError } from '../media-error.ts';
import { ClipPictures } from './clip-pictures.ts';

/** Longest side of a picture in memory. */
const longestSide = 4_096;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture of the cut that is open while it is shown. */
interface OpenPicture extends Disposable {
  at(seconds: number): Canvas;
}

/** Decodes the pictures of a cut, frame by frame in order. */
export class CutPictures implements Disposable {
  readonly #timeline: Timeline;
  readonly #paths: Readonly<Record<string, string>>;
  readonly #uses: readonly PictureUse[];
  readonly #open = new Map<PictureUse, OpenPicture>();

  /** @param paths of the media by id */
  constructor(timeline: Timeline, paths: Readonly<Record<string, string>>) {
    this.#timeline = timeline;
    this.#paths = paths;
    this.#uses = picturesBetween(timeline, 0, timelineDurationFrames(timeline));
  }

  /** Returns the layers of a frame, bottom to top. */
  layersAt(frame: number): PictureLayer[] {
    return this.#uses
      .filter((use) => firstShownFrame(use) <= frame && endShownFrame(use) > frame)
      .map((use) => layerOf(use, frame, this.#timeline));
  }

  /**
   * Returns the layers with what shows them, valid until the next call. Closes what they do not show.
   *
   * @throws MediaError `unreadable_media`, `media_too_large`
   */
  async open(layers: readonly PictureLayer[]): Promise<PaintedLayer<Canvas>[]> {
    const shown = new Set(layers.map(({ use }) => use));
    for (const [use, picture] of this.#open) {
      if (shown.has(use)) continue;
      picture[Symbol.dispose]();
      this.#open.delete(use);
    }
    const painted: PaintedLayer<Canvas>[] = [];
    for (const layer of layers) {
      const { use, sourceFrame } = layer;
      const picture = this.#open.get(use) ?? (await this.#openUse(use));
      this.#open.set(use, picture);
      // Shows the picture that is visible in the middle of the frame, as the service's movie does.
      const seconds = secondsOfFrames(sourceFrame + 0.5, this.#timeline.frameRate);
      painted.push({ layer, image: picture.at(seconds) });
    }
    return painted;
  }

  async #openUse(use: PictureUse): Promise<OpenPicture> {
    const { mediaId, kind, fileName } = use.media;
    const path = this.#paths[mediaId];
    if (path === undefined) throw new MediaError('unreadable_media', `${fileName} is missing.`);
    const size = this.#sizeOf(use);
    if (kind === 'video') return new ClipPictures(path, size);
    const still = await loadStill(path, size);
    return { at: () => still, [Symbol.dispose]: () => undefined };
  }

  /** Size at which the picture is largest in the cut, even for the decoder. */
  #sizeOf({ clip, media }: PictureUse): Size {
    const { width, height } = media.size ?? this.#timeline;
    const fitted = Math.min(this.#timeline.width / width, this.#timeline.height / height);
    const largest = Math.max(...(clip.motion?.map(({ scale }) => scale) ?? [fitted]));
    const scale = Math.min(largest, longestSide / Math.max(width, height));
    const even = (length: number): number => Math.max(2, Math.round((length * scale) / 2) * 2);
    return { width: even(width), height: even(height) };
  }

  [Symbol.dispose](): void {
    for (const picture of this.#open.values()) picture[Symbol.dispose]();
    this.#open.clear();
  }
}

/** @throws MediaError `unreadable_media` */
async function loadStill(path: string, { width, height }: Size): Promise<Canvas> {
  try {
    const rgba = await sharp(path)
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
      .raw()
      .toBuffer();
    const canvas = createCanvas(width, height);
    const pixels = new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.byteLength);
    canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
    return canvas;
  } catch (error) {
    throw new MediaError('unreadable_media', 'A picture of the cut cannot be read.', { cause: error });
  }
}
