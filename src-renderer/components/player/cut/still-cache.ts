/** Largest sum of decoded stills in memory: about eight of 1920 × 1080 pixels. */
const maxBytes = 72 * 1024 * 1024;
const bytesPerPixel = 4;

interface Still {
  /** Largest width wanted so far, in pixels. */
  readonly width: number;
  /** Null while it is loaded, and after a failure. */
  bitmap: ImageBitmap | null;
  isFailed: boolean;
}

/** Decoded stills, scaled to the size that is drawn. The ones unused for longest are dropped. */
export class StillCache {
  /** By address, the most recently used last. */
  readonly #stills = new Map<string, Still>();
  readonly #onChange: () => void;

  /** @param onChange is called when a still can be drawn, or failed to load. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /**
   * Returns a still, and starts to load it if it is missing or too small.
   * @param width in pixels of the drawing.
   */
  want(url: string, width: number): ImageBitmap | 'loading' | 'failed' {
    const known = this.#stills.get(url);
    if (known && known.width >= width) {
      this.#stills.delete(url);
      this.#stills.set(url, known);
      return known.bitmap ?? (known.isFailed ? 'failed' : 'loading');
    }
    const still: Still = { width, bitmap: known?.bitmap ?? null, isFailed: false };
    this.#stills.set(url, still);
    void this.#load(url, still);
    return still.bitmap ?? 'loading';
  }

  async #load(url: string, still: Still): Promise<void> {
    try {
      const bitmap = await readStill(url, still.width);
      if (this.#stills.get(url) !== still) {
        bitmap.close();
        return;
      }
      still.bitmap?.close();
      still.bitmap = bitmap;
      this.#shrink();
    } catch {
      still.isFailed = true;
    }
    this.#onChange();
  }

  #shrink(): void {
    let bytes = 0;
    for (const [url, { bitmap }] of [...this.#stills].reverse()) {
      const size = bitmap ? bitmap.width * bitmap.height * bytesPerPixel : 0;
      bytes += size;
      if (bytes <= maxBytes || bytes === size) continue;
      bitmap?.close();
      this.#stills.delete(url);
    }
  }

  /** Loads failed stills again when they are wanted next. */
  forgetFailures(): void {
    for (const [url, { isFailed }] of this.#stills) if (isFailed) this.#stills.delete(url);
  }

  dispose(): void {
    for (const { bitmap } of this.#stills.values()) bitmap?.close();
    this.#stills.clear();
  }
}

/** @param width that suffices; a smaller picture keeps its own. */
async function readStill(url: string, width: number): Promise<ImageBitmap> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The picture was answered with ${String(response.status)}.`);
  const whole = await createImageBitmap(await response.blob());
  if (whole.width <= width) return whole;
  const resizeHeight = Math.max(1, Math.round((whole.height * width) / whole.width));
  const scaled = await createImageBitmap(whole, {
    resizeHeight,
    resizeWidth: width,
    resizeQuality: 'high',
  });
  whole.close();
  return scaled;
}
