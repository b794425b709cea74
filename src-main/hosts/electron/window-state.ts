import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { ElectronModules, FollowedWindow } from './electron-modules.ts';

const stateSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  isMaximized: z.boolean(),
});
type State = z.infer<typeof stateSchema>;
/** The last place, and the place for each arrangement of displays, newest first. */
const fileSchema = stateSchema.extend({
  arrangements: z.array(z.object({ displays: z.string(), state: stateSchema })).default([]),
});
const maxArrangements = 20;

interface Place {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
}

/** Part of the title bar that must stay visible to drag the window, in pixels. */
const grip = { width: 100, height: 30 } as const;

/** Stores a window's place in its own file, as the window needs it before the app's state is open. */
export class WindowState {
  readonly #path: string;
  readonly #screen: ElectronModules['screen'];

  constructor(path: string, screen: ElectronModules['screen']) {
    this.#path = path;
    this.#screen = screen;
  }

  /** Returns the stored place, without a position if no display shows it any more; `fallback` if nothing is stored. */
  place(fallback: Place): Place {
    const state = this.#read();
    if (state === null) return fallback;
    const { x, y, width, height } = state;
    const isShown = this.#screen.getAllDisplays().some(({ workArea: area }) => {
      const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
      return across >= grip.width && y >= area.y && y + grip.height <= area.y + area.height;
    });
    return isShown ? { x, y, width, height } : { width, height };
  }

  /** True if the window filled its display. Maximizing a window shows it at once. */
  get wasMaximized(): boolean {
    return this.#read()?.isMaximized ?? false;
  }

  /** Stores the window's place when it closes. A closed window has no bounds, so they are tracked before. */
  follow(window: FollowedWindow): void {
    let last: State | null = null;
    for (const event of ['move', 'resize', 'maximize', 'unmaximize'] as const)
      window.on(event, () => {
        last = { ...window.getNormalBounds(), isMaximized: window.isMaximized() };
      });
    window.on('closed', () => {
      if (last !== null) this.#write(last);
    });
  }

  /** Reads the window's place on the present displays, else the last one. */
  #read(): State | null {
    const file = this.#readFile();
    const displays = this.#displays();
    return file?.arrangements.find((each) => each.displays === displays)?.state ?? file;
  }

  /** Identifies the present arrangement of displays. */
  #displays(): string {
    const areas = this.#screen
      .getAllDisplays()
      .map(({ workArea: { x, y, width, height } }) => [x, y, width, height]);
    return areas
      .map((area) => area.join(','))
      .sort()
      .join(' ');
  }

  #readFile(): z.infer<typeof fileSchema> | null {
    try {
      return fileSchema.safeParse(JSON.parse(readFileSync(this.#path, 'utf8'))).data ?? null;
    } catch {
      return null;
    }
  }

  #write(state: State): void {
    try {
      const displays = this.#displays();
      const others = this.#readFile()?.arrangements.filter((each) => each.displays !== displays) ?? [];
      const arrangements = [{ displays, state }, ...others].slice(0, maxArrangements);
      writeFileSync(this.#path, JSON.stringify({ ...state, arrangements }));
    } catch {
      // A full or read-only disk only loses the place of the window.
    }
  }
}
