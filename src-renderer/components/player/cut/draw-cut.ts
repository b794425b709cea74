import { LayerPainter, type PaintedLayer, type Surface } from '../../../../src-shared/paint-layers.ts';

/** A layer with what shows it. */
export type DrawnLayer = PaintedLayer<CanvasImageSource>;

/** Draws the frames of a cut on a canvas. */
export class CutPainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  #painter: LayerPainter<CanvasImageSource> | null = null;
  /** Pixels of the canvas per pixel of the sequence. */
  #scale = 1;

  /** @throws Error if the canvas cannot be drawn on. */
  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = drawable(canvas.getContext('2d'));
  }

  get scale(): number {
    return this.#scale;
  }

  /** Sets the size of the sequence. The canvas has at most `maxPixels`. */
  resize(sequence: { readonly width: number; readonly height: number }, maxPixels: number): void {
    this.#scale = Math.min(1, Math.sqrt(maxPixels / (sequence.width * sequence.height)));
    const width = Math.round(sequence.width * this.#scale);
    const height = Math.round(sequence.height * this.#scale);
    if (this.#painter && this.#canvas.width === width && this.#canvas.height === height) return;
    this.#canvas.width = width;
    this.#canvas.height = height;
    const target = { context: this.#context, picture: this.#canvas, width, height };
    this.#painter = new LayerPainter<CanvasImageSource>(target, this.#scale, makeSurface);
  }

  /** @param layers bottom to top, the two of a transition after one another. */
  draw(layers: readonly DrawnLayer[]): void {
    this.#painter?.paint(layers);
  }
}

function makeSurface(width: number, height: number): Surface<CanvasImageSource> {
  const picture = new OffscreenCanvas(width, height);
  return { context: drawable(picture.getContext('2d')), picture, width, height };
}

/** @throws Error if the canvas cannot be drawn on. */
function drawable<Context>(context: Context | null): Context {
  if (!context) throw new Error('The canvas cannot be drawn on.');
  return context;
}
