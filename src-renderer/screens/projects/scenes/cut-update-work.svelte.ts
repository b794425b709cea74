import type { CutUpdate } from '../../../../src-shared/contract/cut.ts';
import type { ReturnChoices } from '../../../../src-shared/contract/return.ts';
import type { TextOf } from '../../../../src-shared/i18n/messages.ts';
import type { AppTools } from '../../../state/app-tools.ts';
import type { Cuts } from '../../../state/cuts/cuts.svelte.ts';
import { UpdateChoices } from '../../../state/cuts/update-choices.svelte.ts';
import type { Toasts } from '../../../state/window/toasts.svelte.ts';

export interface CutUpdateWorkDeps {
  readonly cuts: Cuts;
  readonly toasts: Toasts;
  readonly attempt: AppTools['attempt'];
  readonly text: TextOf;
}

/** Brings the project's later changes into your cut, decision by decision. */
export class CutUpdateWork extends UpdateChoices<CutUpdate> {
  readonly #deps: CutUpdateWorkDeps;
  isOpen = $state(false);
  isMaking = $state(false);
  /** Sends the cut once it is updated; null if nothing waits to be sent. */
  send = $state.raw<(() => void) | null>(null);

  constructor(deps: CutUpdateWorkDeps) {
    super();
    this.#deps = deps;
  }

  /** Opens the dialog. @param send what the user asked for when the conflicts were found. */
  ask(send: (() => void) | null = null): void {
    this.startOver();
    this.send = send;
    this.isOpen = true;
    void this.read();
  }

  close(): void {
    if (!this.isMaking) this.isOpen = false;
  }

  async make(): Promise<void> {
    const { update, choices } = this;
    if (update?.blocker !== null || this.isMaking || this.undecided.length > 0) return;
    this.isMaking = true;
    await this.#deps.attempt(async () => {
      try {
        await this.#deps.cuts.update(update.updatedAt, choices);
        this.#made();
      } catch (error) {
        // The project may have changed once more.
        void this.read();
        throw error;
      }
    });
    this.isMaking = false;
  }

  protected preview(choices: ReturnChoices): Promise<CutUpdate> {
    return this.#deps.cuts.previewUpdate(choices);
  }

  #made(): void {
    const { cuts, toasts, attempt, text } = this.#deps;
    this.isOpen = false;
    toasts.show({
      text: text('cut.update.made'),
      action: { label: text('common.undo'), run: () => void attempt(() => cuts.undo()) },
    });
    this.send?.();
  }
}
