import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type { Delivery } from '../../../src-shared/contract/delivery.ts';
import {
  editorOfReturn,
  type Return,
  type ReturnChoice,
  type ReturnChoices,
  type ReturnUpdate,
  type UpdateConflict,
} from '../../../src-shared/contract/return.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import type { AppState } from '../../state/app-state.svelte.ts';

/** Carrying the project's later changes into one returned edit, decision by decision. */
export class UpdateWork {
  readonly #app: AppState;
  readonly #text: TextOf;

  /** The return in question; null while none is. */
  record = $state.raw<Return | null>(null);
  /** Null while it is read for the first time. */
  update = $state.raw<ReturnUpdate | null>(null);
  error = $state.raw<ErrorBody | null>(null);
  choices = $state.raw<ReturnChoices>({});
  isMaking = $state(false);
  #sentId = $state<string | null>(null);
  #reading = 0;

  constructor(deps: { app: AppState; text: TextOf }) {
    this.#app = deps.app;
    this.#text = deps.text;
  }

  get undecided(): readonly UpdateConflict[] {
    return (this.update?.conflicts ?? []).filter(({ conflictId }) => this.choices[conflictId] === undefined);
  }

  /** The project sent once more from here; null before. */
  get sent(): Delivery | null {
    return this.#app.deliveries.records.find(({ deliveryId }) => deliveryId === this.#sentId) ?? null;
  }

  /** Projects of other connections are sent from their own page. */
  get canSend(): boolean {
    return this.record?.connectionId === this.#app.connections.current.connectionId;
  }

  ask(record: Return): void {
    this.record = record;
    this.update = null;
    this.choices = {};
    this.#sentId = null;
    void this.read();
  }

  close(): void {
    if (!this.isMaking) this.record = null;
  }

  choose(conflictId: string, choice: ReturnChoice): void {
    this.choices = { ...this.choices, [conflictId]: choice };
    void this.read();
  }

  /** Reads what the choices made so far lead to. Never rejects: a failure is `error`. */
  async read(): Promise<void> {
    const { record, choices } = this;
    if (!record) return;
    const reading = (this.#reading += 1);
    try {
      const update = await this.#app.returns.previewUpdate(record.returnId, choices);
      if (reading === this.#reading) [this.update, this.error] = [update, null];
    } catch (error) {
      if (reading === this.#reading) this.error = errorBodyOf(error);
    }
  }

  async make(): Promise<void> {
    const { record, update, choices } = this;
    if (!record || !update?.newCut || this.isMaking || this.undecided.length > 0) return;
    const { returnId, projectTitle: title, connectionId, projectId } = record;
    const { deliveryId } = update.newCut;
    this.isMaking = true;
    await this.#app.attempt(async () => {
      try {
        const { keptAs } = await this.#app.returns.update(returnId, deliveryId, choices);
        this.record = null;
        this.#app.toasts.show({
          text: this.#text('return.update.made', { title, version: keptAs?.versionName ?? '' }),
          action: {
            label: this.#text('return.project'),
            run: () => void this.#app.openProject(connectionId, projectId),
          },
        });
      } catch (error) {
        // The project may have been sent once more meanwhile.
        void this.read();
        throw error;
      }
    });
    this.isMaking = false;
  }

  async send(): Promise<void> {
    const { record } = this;
    if (!record) return;
    const editors = [editorOfReturn[record.editor] ?? 'FINAL_CUT'];
    const { projectId } = record;
    await this.#app.attempt(async () => {
      const request = { projectId, format: null, editors, mediaDelivery: 'BUNDLE', mayAdd: true } as const;
      this.#sentId = (await this.#app.deliveries.begin(request)).deliveryId;
    });
  }
}
