import type { Settings } from '../../../src-shared/contract/app/settings.ts';
import type { Clock, Log } from '../../platform.ts';

const lookEveryMs = 3_000;

export interface FolderWatchDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly read: () => Promise<Settings>;
  /** Called when the delivery folder has disappeared, returned or changed its state since the last look. */
  readonly onChange: (settings: Settings) => void;
}

/** Checks the delivery folder every few seconds and on request, to notice when a drive returns. */
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

  /** Call this with every other change of the settings, which makes a look in progress obsolete. */
  note({ deliveryFolder }: Settings): void {
    this.#known = factsOf(deliveryFolder);
    this.#notes += 1;
  }

  /** Checks at once, unless a look is in progress. */
  look(): void {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
  }

  /** Stops the timer; resolves when no look is in progress. */
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

/** Facts of a folder that count as a change; its free bytes do not. */
function factsOf(folder: Settings['deliveryFolder']): string {
  return JSON.stringify([folder?.path, folder?.state]);
}
