import type { PictureLayer } from '../../../../src-timeline/model/playing/pictures-at.ts';
import type { TransitionStyle } from '../../../../src-timeline/model/timeline.ts';
import {
  popOpacity,
  popScale,
  settle,
  smooth,
  wipeEdgeShare,
} from '../../../../src-timeline/model/playing/transition-course.ts';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A layer with what shows it. */
export interface DrawnLayer {
  readonly layer: PictureLayer;
  readonly image: CanvasImageSource;
}

/** Draws the frames of a cut on a canvas, with the transitions of the service's movies. */
export class CutPainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  /** Each holds one picture of a transition; made when the first one is drawn. */
  #outgoing: OffscreenCanvasRenderingContext2D | null = null;
  #incoming: OffscreenCanvasRenderingContext2D | null = null;
  /** Pixels of the canvas per pixel of the sequence. */
  #scale = 1;

  /** @throws Error if the canvas cannot be drawn on. */
  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = contextOf(canvas);
  }

  get scale(): number {
    return this.#scale;
  }

  /** Sets the size of the sequence. The canvas has at most `maxPixels`. */
  resize(sequence: { readonly width: number; readonly height: number }, maxPixels: number): void {
    this.#scale = Math.min(1, Math.sqrt(maxPixels / (sequence.width * sequence.height)));
    const width = Math.round(sequence.width * this.#scale);
    const height = Math.round(sequence.height * this.#scale);
    if (this.#canvas.width === width && this.#canvas.height === height) return;
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.#outgoing = null;
    this.#incoming = null;
  }

  /** @param layers bottom to top, the two of a transition after one another. */
  draw(layers: readonly DrawnLayer[]): void {
    const context = this.#context;
    context.fillStyle = 'black';
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    const tracks = Map.groupBy(layers, ({ layer }) => layer.use.trackIndex);
    for (const drawn of tracks.values()) {
      const incoming = drawn.find(({ layer }) => layer.transition?.part === 'incoming');
      const outgoing = drawn.find(({ layer }) => layer.transition?.part === 'outgoing');
      if (incoming?.layer.transition) this.#mix(incoming.layer.transition, outgoing, incoming);
      else for (const one of drawn) this.#drawLayer(context, one);
    }
  }

  #drawLayer(context: Context, { layer, image }: DrawnLayer): void {
    const { width, height } = this.#canvas;
    const { place, opacity, use } = layer;
    const size = use.media.size ?? { width: width / this.#scale, height: height / this.#scale };
    const shownWidth = size.width * place.scale * this.#scale;
    const shownHeight = size.height * place.scale * this.#scale;
    const left = (width - shownWidth) / 2 + place.x * width;
    const top = (height - shownHeight) / 2 + place.y * height;
    const alpha = context.globalAlpha;
    context.globalAlpha = alpha * opacity;
    context.imageSmoothingQuality = 'medium';
    context.drawImage(image, left, top, shownWidth, shownHeight);
    context.globalAlpha = alpha;
  }

  #mix(
    { style, share }: { readonly style: TransitionStyle; readonly share: number },
    outgoing: DrawnLayer | undefined,
    incoming: DrawnLayer,
  ): void {
    const { width, height } = this.#canvas;
    const context = this.#context;
    this.#outgoing ??= contextOf(new OffscreenCanvas(width, height));
    this.#incoming ??= contextOf(new OffscreenCanvas(width, height));
    const below = this.#outgoing;
    const above = this.#incoming;
    for (const each of [below, above]) each.clearRect(0, 0, width, height);
    if (outgoing) this.#drawLayer(below, outgoing);
    this.#drawLayer(above, incoming);
    mixers[style](below, above.canvas, share);
    context.drawImage(below.canvas, 0, 0);
  }
}

/** Draws the incoming picture into the target, which shows the outgoing one. */
type Mixer = (target: OffscreenCanvasRenderingContext2D, incoming: OffscreenCanvas, share: number) => void;

/** Both pictures have the size of the frame, so that transparent ones mix like opaque ones. */
const mixers: Readonly<Record<TransitionStyle, Mixer>> = {
  FADE: (target, incoming, share) => {
    fill(target, 'destination-out', `rgb(0 0 0 / ${String(share)})`);
    add(target, incoming, share);
  },
  WIPE: wipe,
  PAN: (target, incoming, share) => {
    const { width } = target.canvas;
    const moved = Math.round(width * smooth(share));
    target.globalCompositeOperation = 'copy';
    target.drawImage(target.canvas, -moved, 0);
    target.globalCompositeOperation = 'source-over';
    target.drawImage(incoming, width - moved, 0);
  },
  RISE: (target, incoming, share) => {
    const { width, height } = target.canvas;
    const risen = Math.round(height * settle(share));
    target.drawImage(incoming, 0, 0, width, risen, 0, height - risen, width, risen);
  },
  POP: (target, incoming, share) => {
    const { width, height } = target.canvas;
    const scale = popScale(share);
    target.globalAlpha = popOpacity(share);
    target.drawImage(
      incoming,
      (width * (1 - scale)) / 2,
      (height * (1 - scale)) / 2,
      width * scale,
      height * scale,
    );
    target.globalAlpha = 1;
  },
};

/** Uncovers the incoming picture from left to right with a soft edge. */
function wipe(target: OffscreenCanvasRenderingContext2D, incoming: OffscreenCanvas, share: number): void {
  const { width } = target.canvas;
  const edge = width * wipeEdgeShare;
  const right = smooth(share) * (width + edge);
  const cover = target.createLinearGradient(right - edge, 0, right, 0);
  cover.addColorStop(0, 'black');
  cover.addColorStop(1, 'transparent');
  fill(target, 'destination-out', cover);
  const above = incoming.getContext('2d');
  if (above) fill(above, 'destination-in', cover);
  add(target, incoming, 1);
}

function fill(
  context: OffscreenCanvasRenderingContext2D,
  operation: GlobalCompositeOperation,
  style: string | CanvasGradient,
): void {
  context.globalCompositeOperation = operation;
  context.fillStyle = style;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.globalCompositeOperation = 'source-over';
}

function add(target: OffscreenCanvasRenderingContext2D, picture: OffscreenCanvas, opacity: number): void {
  target.globalCompositeOperation = 'lighter';
  target.globalAlpha = opacity;
  target.drawImage(picture, 0, 0);
  target.globalAlpha = 1;
  target.globalCompositeOperation = 'source-over';
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D;
function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D;
function contextOf(canvas: HTMLCanvasElement | OffscreenCanvas): Context {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The canvas cannot be drawn on.');
  return context;
}
