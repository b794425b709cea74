import { createCanvas, type Canvas, ImageData } from '@napi-rs/canvas';
import { ClipDecoder, type DecodedFrame } from '../av/clip-decoder.ts';
import { FrameConverter } from '../clips/frames/frame-converter.ts';
import { MediaError } from '../media-error.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Further ahead than this, jumping to a key frame is faster than decoding everything before. */
const jumpSeconds = 5;

/** The pictures of a clip at any time, fastest in order. */
export class ClipPictures implements Disposable {
  readonly #path: string;
  readonly #converter: FrameConverter;
  readonly #size: Size;
  readonly #canvas: Canvas;
  #decoder: ClipDecoder | null = null;
  #shown: DecodedFrame | null = null;
  /** Decoded, but not due yet. */
  #waiting: DecodedFrame | null = null;
  #drawnSeconds: number | null = null;

  /** @param size even numbers, of the clip's shape */
  constructor(path: string, size: Size) {
    this.#path = path;
    this.#size = size;
    this.#converter = new FrameConverter({ ...size, kernel: 'bicubic', filter: null, format: 'rgba' });
    this.#canvas = createCanvas(size.width, size.height);
  }

  /**
   * Returns the picture that is visible at a time from the first one's; the nearest one outside. Valid until the next
   * call.
   *
   * @throws MediaError `unreadable_media`, `media_too_large`
   */
  at(seconds: number): Canvas {
    if (!this.#shown || seconds < this.#shown.seconds) this.#open();
    if (this.#waiting && seconds > this.#waiting.seconds + jumpSeconds) this.#jump(seconds);
    while (this.#waiting && this.#waiting.seconds <= seconds) this.#advance();
    if (!this.#shown) throw new MediaError('unreadable_media', 'No picture of a clip could be decoded.');
    if (this.#drawnSeconds !== this.#shown.seconds) this.#draw(this.#shown);
    return this.#canvas;
  }

  #open(): void {
    this.#close();
    this.#decoder = new ClipDecoder(this.#path);
    this.#waiting = this.#decode();
    this.#advance();
  }

  #jump(seconds: number): void {
    this.#decoder?.seek(seconds);
    this.#waiting?.frame.free();
    this.#waiting = this.#decode();
  }

  #advance(): void {
    if (!this.#waiting) return;
    this.#shown?.frame.free();
    this.#shown = this.#waiting;
    this.#waiting = this.#decode();
  }

  /** Returns a copy of the next decoded frame, which stays valid while the decoder continues. */
  #decode(): DecodedFrame | null {
    const decoded = this.#decoder?.next();
    const frame = decoded?.frame.clone();
    return decoded && frame ? { ...decoded, frame } : null;
  }

  #draw(shown: DecodedFrame): void {
    const { width, height } = this.#size;
    const rgba = this.#converter.convert(shown);
    const pixels = new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.byteLength);
    this.#canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
    this.#drawnSeconds = shown.seconds;
  }

  #close(): void {
    this.#waiting?.frame.free();
    this.#shown?.frame.free();
    this.#decoder?.[Symbol.dispose]();
    this.#waiting = null;
    this.#shown = null;
    this.#decoder = null;
  }

  [Symbol.dispose](): void {
    this.#close();
    this.#converter[Symbol.dispose]();
  }
}
