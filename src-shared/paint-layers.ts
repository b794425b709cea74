import type { PictureLayer } from '../src-timeline/model/playing/pictures-at.ts';
import {
  popOpacity,
  popScale,
  settle,
  smooth,
  wipeEdgeShare,
} from '../src-timeline/model/playing/transition-course.ts';
import type { TransitionStyle } from '../src-timeline/model/timeline.ts';

interface Gradient {
  addColorStop(offset: number, color: string): void;
}

/** The part of a canvas context that painting needs, which the page's and the engine's both have. */
interface PaintContext<Picture> {
  globalAlpha: number;
  globalCompositeOperation: string;
  imageSmoothingQuality: string;
  fillStyle: unknown;
  fillRect(x: number, y: number, width: number, height: number): void;
  clearRect(x: number, y: number, width: number, height: number): void;
  drawImage(picture: Picture, ...place: number[]): void;
  createLinearGradient(fromX: number, fromY: number, toX: number, toY: number): Gradient;
}

/** A canvas to paint on, which is itself a picture. */
export interface Surface<Picture> {
  readonly context: PaintContext<Picture>;
  readonly picture: Picture;
  readonly width: number;
  readonly height: number;
}

/** A layer with what shows it. */
export interface PaintedLayer<Picture> {
  readonly layer: PictureLayer;
  readonly image: Picture;
}

/** Paints the frames of a cut, with the transitions of the service's movies. */
export class LayerPainter<Picture> {
  readonly #target: Surface<Picture>;
  readonly #scale: number;
  readonly #makeSurface: (width: number, height: number) => Surface<Picture>;
  /** Each holds one picture of a transition; made when the first one is painted. */
  #outgoing: Surface<Picture> | null = null;
  #incoming: Surface<Picture> | null = null;

  /** @param scale pixels of the target per pixel of the cut. */
  constructor(
    target: Surface<Picture>,
    scale: number,
    makeSurface: (width: number, height: number) => Surface<Picture>,
  ) {
    this.#target = target;
    this.#scale = scale;
    this.#makeSurface = makeSurface;
  }

  /** @param layers bottom to top, the two of a transition after one another. */
  paint(layers: readonly PaintedLayer<Picture>[]): void {
    const { context, width, height } = this.#target;
    context.fillStyle = 'black';
    context.fillRect(0, 0, width, height);
    const tracks = Map.groupBy(layers, ({ layer }) => layer.use.trackIndex);
    for (const painted of tracks.values()) {
      const incoming = painted.find(({ layer }) => layer.transition?.part === 'incoming');
      const outgoing = painted.find(({ layer }) => layer.transition?.part === 'outgoing');
      if (incoming?.layer.transition) this.#mix(incoming.layer.transition, outgoing, incoming);
      else for (const one of painted) this.#paintLayer(context, one);
    }
  }

  #paintLayer(context: PaintContext<Picture>, { layer, image }: PaintedLayer<Picture>): void {
    const { width, height } = this.#target;
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
    outgoing: PaintedLayer<Picture> | undefined,
    incoming: PaintedLayer<Picture>,
  ): void {
    const { width, height, context } = this.#target;
    this.#outgoing ??= this.#makeSurface(width, height);
    this.#incoming ??= this.#makeSurface(width, height);
    const below = this.#outgoing;
    const above = this.#incoming;
    for (const each of [below, above]) each.context.clearRect(0, 0, width, height);
    if (outgoing) this.#paintLayer(below.context, outgoing);
    this.#paintLayer(above.context, incoming);
    mixers[style](below, above, share);
    context.drawImage(below.picture, 0, 0);
  }
}

/** Paints the incoming picture into the target, which shows the outgoing one. */
type Mixer = <Picture>(target: Surface<Picture>, incoming: Surface<Picture>, share: number) => void;

/** Both pictures have the size of the frame, so that transparent ones mix like opaque ones. */
const mixers: Readonly<Record<TransitionStyle, Mixer>> = {
  FADE: (target, incoming, share) => {
    fill(target, 'destination-out', `rgb(0 0 0 / ${String(share)})`);
    add(target, incoming, share);
  },
  WIPE: wipe,
  PAN: ({ context, picture, width }, incoming, share) => {
    const moved = Math.round(width * smooth(share));
    context.globalCompositeOperation = 'copy';
    context.drawImage(picture, -moved, 0);
    context.globalCompositeOperation = 'source-over';
    context.drawImage(incoming.picture, width - moved, 0);
  },
  RISE: ({ context, width, height }, incoming, share) => {
    const risen = Math.round(height * settle(share));
    if (risen > 0) context.drawImage(incoming.picture, 0, 0, width, risen, 0, height - risen, width, risen);
  },
  POP: ({ context, width, height }, incoming, share) => {
    const scale = popScale(share);
    context.globalAlpha = popOpacity(share);
    context.drawImage(
      incoming.picture,
      (width * (1 - scale)) / 2,
      (height * (1 - scale)) / 2,
      width * scale,
      height * scale,
    );
    context.globalAlpha = 1;
  },
};

/** Uncovers the incoming picture from left to right with a soft edge. */
function wipe<Picture>(target: Surface<Picture>, incoming: Surface<Picture>, share: number): void {
  const { width, context } = target;
  const edge = width * wipeEdgeShare;
  const right = smooth(share) * (width + edge);
  const cover = context.createLinearGradient(right - edge, 0, right, 0);
  cover.addColorStop(0, 'black');
  cover.addColorStop(1, 'transparent');
  fill(target, 'destination-out', cover);
  fill(incoming, 'destination-in', cover);
  add(target, incoming, 1);
}

function fill<Picture>(
  { context, width, height }: Surface<Picture>,
  operation: string,
  style: string | Gradient,
): void {
  context.globalCompositeOperation = operation;
  context.fillStyle = style;
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = 'source-over';
}

function add<Picture>({ context }: Surface<Picture>, { picture }: Surface<Picture>, opacity: number): void {
  context.globalCompositeOperation = 'lighter';
  context.globalAlpha = opacity;
  context.drawImage(picture, 0, 0);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
}
