import { FilterGraph, Frame, avGetPixFmtName } from 'node-av/lib';
import { ClipDecoder, type DecodedFrame } from '../av/clip-decoder.ts';
import type { CaptionObstacle } from '../captions/caption-area.ts';
import { MediaError } from '../media-error.ts';
import { framesPerSecond } from '../project-content.ts';
import { createOverlay, type Overlay, type RgbaImage } from '../video/overlay.ts';
import { presenterPlace } from './presenter-place.ts';

/** Corner radius as a share of the short side. */
const radiusShare = 0.12;

/** Makes the corners of a picture transparent along quarter circles. Changes `rgba` in place. */
function roundCorners({ rgba, width, height }: RgbaImage): void {
  const radius = Math.min(width, height) * radiusShare;
  const beyond = (at: number, length: number): number =>
    Math.max(0, radius - at - 0.5, at + 0.5 - (length - radius));
  for (let y = 0; y < height; y += 1) {
    const down = beyond(y, height);
    if (down === 0) continue;
    for (let x = 0; x < width; x += 1) {
      const distance = Math.hypot(beyond(x, width), down);
      const seen = Math.min(1, Math.max(0, radius - distance + 0.5));
      const at = (y * width + x) * 4 + 3;
      rgba[at] = (rgba[at] ?? 0) * seen;
    }
  }
}

/** Matches names of pixel formats with transparency. */
const transparentFormats = /^(?:yuva|rgba|bgra|argb|abgr|gbrap|gbrapf|ya8|ya16|ayuv|vuya|pal8)/u;

/** A narrator that stays at one place of the frame. */
interface OpenPresenter {
  readonly place: CaptionObstacle | null;
  /** Returns the overlay of the next frame; the same object while it does not change. */
  readonly next: () => Overlay | null;
}

interface TimedOverlay {
  readonly seconds: number;
  readonly overlay: Overlay;
}

/**
 * Opens the narrator of a scene, shown at the bottom right. A clip without transparency becomes a card with round
 * corners. A clip that is too short holds its last picture.
 *
 * @throws MediaError `unreadable_media`
 */
export function openPresenter(
  path: string,
  frame: { readonly width: number; readonly height: number },
  resources: DisposableStack,
): OpenPresenter {
  const decoder = resources.use(new ClipDecoder(path));
  const cutter = resources.use(new OverlayCutter(frame));
  const decode = (): TimedOverlay | null => {
    const decoded = decoder.next();
    return decoded ? { seconds: decoded.seconds, overlay: cutter.cut(decoded) } : null;
  };
  let shown = decode();
  let waiting = decode();
  let index = -1;
  const next = () => {
    index += 1;
    const middle = (index + 0.5) / framesPerSecond;
    for (; waiting && waiting.seconds <= middle; waiting = decode()) shown = waiting;
    return shown?.overlay ?? null;
  };
  return { place: shown?.overlay ?? null, next };
}

/** Converts decoded frames to overlays. The first frame determines the size. */
class OverlayCutter implements Disposable {
  readonly #movie: { readonly width: number; readonly height: number };
  readonly #output = new Frame();
  #graph: FilterGraph | null = null;
  #place: ReturnType<typeof presenterPlace> = { x: 0, y: 0, width: 2, height: 2 };
  #isOpaque = false;

  constructor(movie: { readonly width: number; readonly height: number }) {
    this.#movie = movie;
    this.#output.alloc();
  }

  cut({ frame }: DecodedFrame): Overlay {
    this.#graph ??= this.#openGraph(frame);
    const source = this.#graph.getFilter('buffer@in');
    const sink = this.#graph.getFilter('buffersink@out');
    using copy = frame.clone() ?? new Frame();
    copy.pts = 0n;
    if (!source || !sink || source.buffersrcAddFrameSync(copy) < 0) throw unconvertible();
    this.#output.unref();
    if (sink.buffersinkGetFrameSync(this.#output) < 0) throw unconvertible();
    const rgba = this.#output.toBuffer();
    const { x, y, width, height } = this.#place;
    if (this.#isOpaque) roundCorners({ rgba, width, height });
    return createOverlay({ rgba, width, height }, x, y);
  }

  #openGraph(frame: Frame): FilterGraph {
    const { num, den } = frame.sampleAspectRatio;
    const aspect = num > 0 && den > 0 ? num / den : 1;
    this.#place = presenterPlace({ width: frame.width * aspect, height: frame.height }, this.#movie);
    this.#isOpaque = !transparentFormats.test(avGetPixFmtName(frame.format as never) ?? '');
    const { width, height } = this.#place;
    const source =
      `buffer@in=video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=1/30:` +
      `pixel_aspect=1/1:colorspace=${frame.colorSpace}:range=${frame.colorRange}`;
    const graph = new FilterGraph();
    graph.alloc();
    graph.nbThreads = 1;
    const description = `${source},scale=${width}:${height}:flags=lanczos+accurate_rnd+full_chroma_int,format=rgba,buffersink@out`;
    if (graph.parse2(description) < 0 || graph.configSync() < 0) {
      graph.free();
      throw unconvertible();
    }
    return graph;
  }

  [Symbol.dispose](): void {
    this.#graph?.free();
    this.#output.free();
  }
}

function unconvertible(): MediaError {
  return new MediaError('unreadable_media', 'The pictures of the narrator cannot be converted.');
}
