import { AVCOL_SPC_UNSPECIFIED } from 'node-av/constants';
import { FilterGraph, Frame } from 'node-av/lib';
import type { DecodedFrame } from '../../av/clip-decoder.ts';
import { MediaError } from '../../media-error.ts';
import { type Orientation, swapsSides, uprightFilters } from '../../video/read-orientation.ts';
import { toneMapping } from '../../video/tone-mapping.ts';

export interface FrameConversion {
  /** Even number. The converter stretches pictures to this size, so it must have their shape. */
  readonly width: number;
  readonly height: number;
  readonly kernel: 'lanczos' | 'bicubic';
  /** FFmpeg filters to apply after scaling; null for none. */
  readonly filter: string | null;
  /** Without it, opaque YUV 4:2:0. `rgba` is not premultiplied, in full range. */
  readonly format?: 'yuva420p' | 'rgba';
}

/** Converts decoded frames of any pixel format and rotation into one format, YUV as BT.709, of one size. */
export class FrameConverter implements Disposable {
  readonly #conversion: FrameConversion;
  readonly #output = new Frame();
  #graph: FilterGraph | null = null;
  #shape = '';

  constructor(conversion: FrameConversion) {
    this.#conversion = conversion;
    this.#output.alloc();
  }

  /** Returns the planes of the picture, tightly packed. @throws MediaError `unreadable_media` */
  convert({ frame, orientation }: DecodedFrame): Buffer {
    const shape = `${frame.width}x${frame.height} ${frame.format} ${frame.colorTrc} ${uprightFilters(orientation)}`;
    if (!this.#graph || shape !== this.#shape) this.#rebuild(frame, orientation, shape);
    const source = this.#graph?.getFilter('buffer@in');
    const sink = this.#graph?.getFilter('buffersink@out');
    using copy = frame.clone() ?? new Frame();
    copy.pts = 0n;
    if (!source || !sink || source.buffersrcAddFrameSync(copy) < 0) throw unconvertible();
    this.#output.unref();
    if (sink.buffersinkGetFrameSync(this.#output) < 0) throw unconvertible();
    return this.#output.toBuffer();
  }

  #rebuild(frame: Frame, orientation: Orientation, shape: string): void {
    const { width, height, kernel, filter, format = 'yuv420p' } = this.#conversion;
    this.#graph?.free();
    this.#graph = new FilterGraph();
    this.#graph.alloc();
    this.#graph.nbThreads = 1;
    const isHd = Math.max(frame.width, frame.height) >= 1280;
    const matrix = frame.colorSpace === AVCOL_SPC_UNSPECIFIED && isHd ? 'in_color_matrix=bt709:' : '';
    const least = swapsSides(orientation) ? { width: height, height: width } : { width, height };
    const description =
      `buffer@in=video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=1/30:` +
      `pixel_aspect=1/1:colorspace=${frame.colorSpace}:range=${frame.colorRange},` +
      `${toneMapping(frame, least)}${uprightFilters(orientation)}` +
      `scale=${width}:${height}:${matrix}${format === 'rgba' ? '' : 'out_color_matrix=bt709:out_range=tv:'}` +
      `flags=${kernel}+accurate_rnd+full_chroma_int,format=${format},${filter ? `${filter},` : ''}setsar=1,buffersink@out`;
    if (this.#graph.parse2(description) < 0 || this.#graph.configSync() < 0) throw unconvertible();
    this.#shape = shape;
  }

  [Symbol.dispose](): void {
    this.#graph?.free();
    this.#output.free();
  }
}

function unconvertible(): MediaError {
  return new MediaError(
    'unreadable_media',
    'The pictures of the file are of a kind that cannot be converted.',
  );
}
