import type { Settings } from '../../../src-shared/contract/settings.ts';
import type { Clock, Log } from '../../platform.ts';

const lookEveryMs = 3_000;

export interface FolderWatchDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly read: () => Promise<Settings>;
  /** Called when the delivery folder has gone, come back or changed its state since it was last looked at. */
  readonly onChange: (settings: Settings) => void;
}

/** Looks at the delivery folder every few seconds and whenever asked, so that a drive that comes back is noticed. */
export class FolderWatch {
  readonly #deps: FolderWatchDeps;
  #known: string | null = null;
  #looking: Promise<void> | null = null;
  #cancelTimer: (() => void) | null = null;
  #notes = 0;

  constructor(deps: FolderWatchDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.look();
    this.#cancelTimer = this.#deps.clock.schedule(lookEveryMs, () => {
      this.start();
    });
  }

  /** To be called with every change made by others: it is known then, and a look begun before is out of date. */
  note({ deliveryFolder }: Settings): void {
    this.#known = factsOf(deliveryFolder);
    this.#notes += 1;
  }

  /** Looks at once, unless a look is under way. */
  look(): void {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
  }

  /** Resolves when no look is under way; nothing is looked at afterwards by itself. */
  async dispose(): Promise<void> {
    this.#cancelTimer?.();
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { read, onChange, log } = this.#deps;
    try {
      const notes = this.#notes;
      const settings = await read();
      if (notes !== this.#notes) return;
      const isNews = this.#known !== null && factsOf(settings.deliveryFolder) !== this.#known;
      this.note(settings);
      if (isNews) onChange(settings);
    } catch (error) {
      log.warn('The delivery folder could not be looked at.', { error });
    }
  }
}

/** What of a folder counts as a change; its free bytes do not. */
function factsOf(folder: Settings['deliveryFolder']): string {
  return JSON.stringify([folder?.path, folder?.state]);
}
