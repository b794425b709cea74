import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type { Delivery } from '../../../src-shared/contract/delivery.ts';
import {
  awaitsCut,
  type ProjectState,
  type Return,
  type ReturnChoices,
  type ReturnUpdate,
} from '../../../src-shared/contract/return.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { AppState } from '../../state/app-state.svelte.ts';
import { UpdateChoices } from '../../state/cuts/update-choices.svelte.ts';
import { hasMadeVersion } from '../../state/returns/return-updates.ts';
import { failureOfUpdate } from './return-words.ts';

type Parts = Pick<AppState, 'returns' | 'deliveries' | 'toasts' | 'attempt' | 'openProject'>;

/** Carries the project's later changes into one returned edit, decision by decision. */
export class UpdateWork extends UpdateChoices<ReturnUpdate> {
  readonly #app: Parts;
  readonly #text: TextOf;

  /** Return to update; null if the dialog is closed. */
  record = $state.raw<Return | null>(null);
  /** Null until the first check has ended, with or without an answer of the service. */
  project = $state.raw<ProjectState | null>(null);
  isMaking = $state(false);
  /** The return at the last call of `follow`. */
  #followed: Return | null = null;

  constructor(deps: { app: Parts; text: TextOf }) {
    super();
    this.#app = deps.app;
    this.#text = deps.text;
  }

  /** Latest record of the return. */
  get current(): Return | null {
    const { record } = this;
    return record && (this.#app.returns.get(record.returnId) ?? record);
  }

  get isFetching(): boolean {
    return this.current !== null && awaitsCut(this.current);
  }

  /** Delivery that fetches the present cut; null if none does, or if it belongs to another connection. */
  get delivery(): Delivery | null {
    const awaited = this.current?.awaitedCut?.deliveryId;
    return this.#app.deliveries.records.find(({ deliveryId }) => deliveryId === awaited) ?? null;
  }

  /** Why the present cut is missing; null if it is there or was not requested. */
  get failure(): ErrorBody | null {
    return this.current && failureOfUpdate(this.current);
  }

  ask(record: Return): void {
    this.record = record;
    this.startOver();
    this.project = null;
    this.#followed = record;
    this.#look();
  }

  close(): void {
    if (!this.isMaking) this.record = null;
  }

  #look(): void {
    void this.read();
    void this.#check();
  }

  /** Call when the return has changed. Announces the awaited update; reads again if it made no version. */
  follow(): void {
    const { current } = this;
    const before = this.#followed;
    this.#followed = current;
    if (!current || !before || !awaitsCut(before) || awaitsCut(current)) return;
    if (hasMadeVersion(current, before)) this.#made(current);
    else this.#look();
  }

  /** Checks the project at the service. If that fails, the state is unknown. Never rejects. */
  async #check(): Promise<void> {
    const { record } = this;
    if (!record) return;
    const { returnId, versionName } = record;
    const unknown = { state: 'unknown', versionName, isInEdit: false } as const;
    const project = await this.#app.returns.checkProject(returnId).catch(() => unknown);
    if (this.record?.returnId === returnId) this.project = project;
  }

  async make(): Promise<void> {
    const { record, update, choices } = this;
    if (!record || !update?.newCut || this.isMaking || this.undecided.length > 0) return;
    const { returnId } = record;
    const { deliveryId } = update.newCut;
    this.isMaking = true;
    await this.#app.attempt(async () => {
      try {
        this.#made(await this.#app.returns.update(returnId, deliveryId, choices));
      } catch (error) {
        // The project may have been sent again meanwhile.
        this.#look();
        throw error;
      }
    });
    this.isMaking = false;
  }

  /** Requests the project's present cut, and the update of the edit with it. */
  async fetch(): Promise<void> {
    const { record } = this;
    if (!record || this.isMaking) return;
    this.isMaking = true;
    await this.#app.attempt(() => this.#app.returns.updateWithPresentCut(record.returnId));
    this.isMaking = false;
    this.follow();
  }

  async cancelFetch(): Promise<void> {
    const { delivery } = this;
    if (delivery) await this.#app.attempt(() => this.#app.deliveries.cancel(delivery.deliveryId));
  }

  protected preview(choices: ReturnChoices): Promise<ReturnUpdate> {
    return this.#app.returns.previewUpdate(this.record?.returnId ?? '', choices);
  }

  #made({ projectTitle: title, connectionId, projectId, keptAs }: Return): void {
    this.record = null;
    this.#app.toasts.show({
      text: this.#text('return.update.made', { title, version: keptAs?.versionName ?? '' }),
      action: {
        label: this.#text('return.project'),
        run: () => void this.#app.openProject(connectionId, projectId),
      },
    });
  }
}
