import { AVCOL_SPC_UNSPECIFIED, AVERROR_EAGAIN } from 'node-av/constants';
import { type FilterContext, FilterGraph, Frame } from 'node-av/lib';
import type { DecodedFrame } from '../av/clip-decoder.ts';
import { MediaError } from '../media-error.ts';
import { fitOf, sizeInside } from './picture-fit.ts';
import { type Orientation, swapsSides, uprightFilters } from './read-orientation.ts';
import { toneMapping } from './tone-mapping.ts';
import type { YuvPicture } from './yuv-picture.ts';

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly format: number;
  /** Transfer characteristic, which differs for high dynamic range. */
  readonly transfer: number;
  readonly orientation: Orientation;
}

/** Converts decoded frames of any size, rotation and pixel format into pictures of one size for the encoder. */
export class FrameFitter implements Disposable {
  readonly #width: number;
  readonly #height: number;
  readonly #output = new Frame();
  #graph: FilterGraph | null = null;
  #shape: Shape | null = null;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#output.alloc();
  }

  /** @throws MediaError `unreadable_media` when the pixel format cannot be converted */
  fit({ frame, orientation }: DecodedFrame): YuvPicture {
    const { width, height, format, colorTrc: transfer } = frame;
    const shape: Shape = { width, height, format, transfer, orientation };
    if (!this.#graph || JSON.stringify(shape) !== JSON.stringify(this.#shape)) this.#rebuild(shape, frame);
    const source = this.#filter('buffer@in');
    const sink = this.#filter('buffersink@out');
    // The decoder keeps its frame, so the graph gets its own reference.
    using copy = frame.clone() ?? new Frame();
    copy.pts = 0n;
    if (source.buffersrcAddFrameSync(copy) < 0) throw unconvertible();
    this.#output.unref();
    const result = sink.buffersinkGetFrameSync(this.#output);
    if (result === AVERROR_EAGAIN || result < 0) throw unconvertible();
    return { width: this.#width, height: this.#height, data: this.#output.toBuffer() };
  }

  #filter(name: string): FilterContext {
    const filter = this.#graph?.getFilter(name);
    if (!filter) throw unconvertible();
    return filter;
  }

  #rebuild(shape: Shape, frame: Frame): void {
    this.#graph?.free();
    this.#shape = shape;
    this.#graph = new FilterGraph();
    this.#graph.alloc();
    this.#graph.nbThreads = 1;
    if (this.#graph.parse2(this.#description(shape, frame)) < 0) throw unconvertible();
    if (this.#graph.configSync() < 0) throw unconvertible();
  }

  #description(shape: Shape, frame: Frame): string {
    const { num, den } = frame.sampleAspectRatio;
    const aspect = num > 0 && den > 0 ? { num, den } : { num: 1, den: 1 };
    const source =
      `buffer@in=video_size=${shape.width}x${shape.height}:pix_fmt=${shape.format}:time_base=1/30:` +
      `pixel_aspect=${aspect.num}/${aspect.den}:colorspace=${frame.colorSpace}:range=${frame.colorRange}`;
    const isTurned = swapsSides(shape.orientation);
    const [width, height] = isTurned ? [this.#height, this.#width] : [this.#width, this.#height];
    const mapping = toneMapping(frame, { width: width * (aspect.den / aspect.num), height });
    const upright = uprightFilters(shape.orientation);
    return `${source},${mapping}${upright}${this.#fitting(shape, aspect, frame)},buffersink@out`;
  }

  #fitting(shape: Shape, aspect: { num: number; den: number }, frame: Frame): string {
    const wide = (shape.width * aspect.num) / aspect.den;
    const shown = swapsSides(shape.orientation)
      ? { width: shape.height, height: wide }
      : { width: wide, height: shape.height };
    const size = { width: this.#width, height: this.#height };
    // Treats pictures without a stated matrix as BT.709 from HD size on, as players do.
    const isHd = Math.max(shape.width, shape.height) >= 1280;
    const matrix = frame.colorSpace === AVCOL_SPC_UNSPECIFIED && isHd ? 'in_color_matrix=bt709:' : '';
    const colors = `${matrix}out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd+full_chroma_int`;
    const finish = `setsar=1,format=yuv420p`;
    const crop = `scale=${coverSize(shown, size)}:${colors},crop=${size.width}:${size.height}`;
    if (fitOf(shown, size) === 'crop') return `${crop},${finish}`;
    const inside = sizeInside(shown, size);
    const small = { width: even(size.width / 8), height: even(size.height / 8) };
    const backdrop =
      `scale=${coverSize(shown, small)}:${colors},crop=${small.width}:${small.height},format=yuv420p,gblur=sigma=6,` +
      `scale=${size.width}:${size.height},lutyuv=y='16+(val-16)*0.45':u='128+(val-128)*0.6':v='128+(val-128)*0.6'`;
    return (
      `split[a][b];[a]${backdrop}[back];[b]scale=${inside.width}:${inside.height}:${colors},format=yuv420p[front];` +
      `[back][front]overlay=(W-w)/2:(H-h)/2:format=yuv420,${finish}`
    );
  }

  [Symbol.dispose](): void {
    this.#graph?.free();
    this.#output.free();
  }
}

/** Returns the smallest even size with the picture's shape that covers the frame. */
function coverSize(
  shown: { readonly width: number; readonly height: number },
  frame: { readonly width: number; readonly height: number },
): string {
  const scale = Math.max(frame.width / shown.width, frame.height / shown.height);
  return `${Math.max(frame.width, even(shown.width * scale))}:${Math.max(frame.height, even(shown.height * scale))}`;
}

function even(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2);
}

function unconvertible(): MediaError {
  return new MediaError(
    'unreadable_media',
    'The pictures of the file are of a kind that cannot be converted.',
  );
}
