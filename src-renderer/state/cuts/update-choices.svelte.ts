import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type {
  ReturnChoice,
  ReturnChoices,
  ReturnUpdate,
  UpdateConflict,
} from '../../../src-shared/contract/return.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';

/** The decisions of one update of a cut, whose preview is read again after each. */
export abstract class UpdateChoices<
  Update extends Pick<ReturnUpdate, 'conflicts'> & Partial<Pick<ReturnUpdate, 'lastChoices'>>,
> {
  #reading = 0;

  /** Null during the first read. */
  update = $state.raw<Update | null>(null);
  error = $state.raw<ErrorBody | null>(null);
  choices = $state.raw<ReturnChoices>({});

  /** Conflicts that have no choice yet. */
  get undecided(): readonly UpdateConflict[] {
    const conflicts = this.update?.conflicts ?? [];
    return conflicts.filter(({ conflictId }) => this.choices[conflictId] === undefined);
  }

  choose(conflictId: string, choice: ReturnChoice): void {
    this.choices = { ...this.choices, [conflictId]: choice };
    void this.read();
  }

  /**
   * Reads a preview with the choices so far. Until the user chooses, it uses the choices of the last version of the
   * same update. Never rejects: a failure is stored in `error`.
   */
  async read(): Promise<void> {
    const { choices } = this;
    const reading = (this.#reading += 1);
    try {
      const update = await this.preview(choices);
      if (reading !== this.#reading) return;
      const { lastChoices = {} } = update;
      const isUntouched = this.update === null && Object.keys(choices).length === 0;
      if (isUntouched && Object.keys(lastChoices).length > 0) {
        this.choices = lastChoices;
        await this.read();
        return;
      }
      this.update = update;
      this.error = null;
    } catch (error) {
      if (reading === this.#reading) this.error = errorBodyOf(error);
    }
  }

  /** Asks main for the preview. @throws AppError as main made it. */
  protected abstract preview(choices: ReturnChoices): Promise<Update>;

  /** Forgets the preview and the choices before another update is read. */
  protected startOver(): void {
    this.#reading += 1;
    this.update = null;
    this.error = null;
    this.choices = {};
  }
}
