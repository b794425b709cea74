import type { PlateState } from './playable-cut.ts';

/** Largest width of a drawn plate in pixels, and number of plates that are kept. */
const maxWidth = 1280;
const maxPlates = 12;
const colours = { ground: '#262626', line: '#5c5c5c', words: '#e0e0e0' } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Draws plates in place of pictures that cannot be shown: the file's name and its state. */
export class Plates {
  readonly #plates = new Map<string, OffscreenCanvas>();
  readonly #wordsOf: (state: PlateState) => string;

  /** @param wordsOf returns a state in the user's language. */
  constructor(wordsOf: (state: PlateState) => string) {
    this.#wordsOf = wordsOf;
  }

  /** Returns a plate with the shape of a picture. */
  of(label: string, state: PlateState | null, { width, height }: Size): OffscreenCanvas {
    const lines = state === null ? [label] : [label, this.#wordsOf(state)];
    const key = `${lines.join('\n')}\n${String(width)}x${String(height)}`;
    const known = this.#plates.get(key);
    if (known) return known;
    const scale = Math.min(1, maxWidth / width);
    const plate = drawPlate(lines, { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
    const [oldest] = this.#plates.keys();
    if (this.#plates.size >= maxPlates && oldest !== undefined) this.#plates.delete(oldest);
    this.#plates.set(key, plate);
    return plate;
  }
}

function drawPlate(lines: readonly string[], { width, height }: Size): OffscreenCanvas {
  const plate = new OffscreenCanvas(width, height);
  const context = plate.getContext('2d');
  if (!context) return plate;
  const short = Math.min(width, height);
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, width, height);
  context.strokeStyle = colours.line;
  context.lineWidth = Math.max(2, short / 180);
  context.strokeRect(0, 0, width, height);
  const lineHeight = Math.max(12, short / 16);
  context.font = `${String(lineHeight * 0.7)}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = colours.words;
  lines.forEach((line, index) => {
    const y = height / 2 + (index - (lines.length - 1) / 2) * lineHeight;
    context.fillText(line, width / 2, y, width * 0.9);
  });
  return plate;
}
