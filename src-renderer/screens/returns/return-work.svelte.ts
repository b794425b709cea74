import { SvelteSet } from 'svelte/reactivity';
import { editorOfReturn } from '../../../src-shared/contract/return-editor.ts';
import type { Return } from '../../../src-shared/contract/return.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import { nameReturnSource } from '../../i18n/name-return-source.ts';
import { showActivity } from '../../state/activity/show-activity.ts';
import type { AppState } from '../../state/app-state.svelte.ts';
import { canBeUpdated, whyNotDismissed, whyNotKept, whyNotUploaded } from './return-words.ts';

type Parts = Pick<AppState, 'returns' | 'navigation' | 'toasts' | 'attempt' | 'openProject' | 'info'>;

export interface ReturnWorkDeps {
  readonly app: Parts;
  readonly text: TextOf;
  /** Called after an action on the selected return: the focused button may be gone. */
  readonly onDone: () => void;
}

/** Actions for the selected return. */
export class ReturnWork {
  readonly #app: Parts;
  readonly #text: TextOf;
  readonly #onDone: () => void;

  /** Ids of the returns that are becoming versions. */
  readonly keeping = new SvelteSet<string>();
  /** Ids of the returns whose media from outside are to be copied into their version. */
  readonly collecting = new SvelteSet<string>();

  isPractising = $state(false);
  /** Id of the checked return that has everything of its project. */
  #updatedId = $state.raw<string | null>(null);

  constructor(deps: ReturnWorkDeps) {
    this.#app = deps.app;
    this.#text = deps.text;
    this.#onDone = deps.onDone;
  }

  get selected(): Return | null {
    const { opened } = this.#app.returns;
    return opened === null ? null : (this.#app.returns.get(opened.returnId) ?? null);
  }

  get canKeep(): boolean {
    const { selected } = this;
    return selected !== null && !this.keeping.has(selected.returnId) && whyNotKept(selected) === null;
  }

  get canUpload(): boolean {
    const { selected } = this;
    return selected?.kind === 'movie' && whyNotUploaded(selected) === null;
  }

  get canDismiss(): boolean {
    const { selected } = this;
    if (selected === null || ['kept', 'uploaded', 'dismissed'].includes(selected.state)) return false;
    return whyNotDismissed(selected) === null;
  }

  /** True if the project has changes for the selected return, as far as is known. */
  get canUpdate(): boolean {
    const { selected } = this;
    return selected !== null && canBeUpdated(selected) && !this.hasAll;
  }

  /** True if the selected return has everything of its project. */
  get hasAll(): boolean {
    return this.selected !== null && this.selected.returnId === this.#updatedId;
  }

  get canReveal(): boolean {
    return this.#app.info.capabilities.revealFile && this.selected?.isMissing === false;
  }

  /** Checks whether the project has changes for a return. Never rejects. */
  async checkProject(returnId: string): Promise<void> {
    this.#updatedId = null;
    const project = await this.#app.returns.checkProject(returnId).catch(() => null);
    if (project?.state === 'unchanged' && project.isInEdit && this.selected?.returnId === returnId)
      this.#updatedId = returnId;
  }

  async keep(): Promise<void> {
    const { selected } = this;
    if (!this.canKeep || !selected) return;
    const { returnId, projectTitle: title, editor, connectionId, projectId } = selected;
    this.keeping.add(returnId);
    await this.#do(async () => {
      const { keptAs } = await this.#app.returns.keep(returnId, this.collecting.has(returnId));
      const key = editorOfReturn[editor] ? 'return.kept' : 'return.keptFile';
      const values = { title, editor: nameReturnSource(editor, this.#text) };
      this.#app.toasts.show({
        text: this.#text(key, { ...values, version: keptAs?.versionName ?? '' }),
        action: {
          label: this.#text('return.project'),
          run: () => void this.#app.openProject(connectionId, projectId),
        },
      });
    });
    this.keeping.delete(returnId);
  }

  /** Chooses whether media from outside are copied into the version of the selected return. */
  collect(isWanted: boolean): void {
    const { selected } = this;
    if (!selected) return;
    if (isWanted) this.collecting.add(selected.returnId);
    else this.collecting.delete(selected.returnId);
  }

  /** Gives up the keep or update that waits for its drive. */
  async cancelKeep(): Promise<void> {
    const { selected } = this;
    if (!selected || selected.waitingFor === null) return;
    await this.#do(async () => {
      await this.#app.returns.cancelKeep(selected.returnId);
    });
  }

  /** Sends the selected movie to the library. */
  async upload(): Promise<void> {
    const { selected } = this;
    const { returns, navigation, toasts } = this.#app;
    if (!this.canUpload || !selected) return;
    await this.#do(async () => {
      await returns.upload(selected.returnId);
      toasts.show({
        text: this.#text('intake.uploading', { count: 1, name: selected.fileName }),
        action: showActivity(navigation, this.#text),
      });
    });
  }

  /** Creates a practice return, for an empty screen. */
  async practise(): Promise<void> {
    if (this.isPractising) return;
    this.isPractising = true;
    await this.#app.attempt(() => this.#app.returns.practise());
    this.isPractising = false;
  }

  async removePractice(): Promise<void> {
    const { selected } = this;
    if (!selected?.isPractice) return;
    await this.#do(async () => {
      await this.#app.returns.removePractice(selected.returnId);
      this.#app.toasts.show({ text: this.#text('return.practice.removed') });
    });
  }

  /** Dismisses the selected return and selects the next, unless the user selected another one meanwhile. */
  async dismiss(): Promise<void> {
    const { selected } = this;
    const { returns, toasts } = this.#app;
    if (!this.canDismiss || !selected) return;
    const place = returns.shown.indexOf(selected);
    await this.#do(async () => {
      await returns.dismiss(selected.returnId);
      const next = returns.shown[place] ?? returns.shown.at(-1);
      if (returns.opened?.returnId === selected.returnId) returns.open(next?.returnId ?? null);
      toasts.show({
        text: this.#text('return.dismissed', { title: selected.projectTitle }),
        action: { label: this.#text('common.undo'), run: () => void this.#undo(selected.returnId) },
      });
    });
  }

  /** Reads the selected return by one of the sequences of its document. */
  async chooseSequence(key: string): Promise<void> {
    const { selected } = this;
    if (!selected) return;
    await this.#do(async () => {
      await this.#app.returns.chooseSequence(selected.returnId, key);
    });
  }

  async restore(): Promise<void> {
    const { selected } = this;
    if (selected) await this.#undo(selected.returnId);
  }

  async reveal(): Promise<void> {
    const { selected } = this;
    if (selected) await this.#app.attempt(() => this.#app.returns.reveal(selected.returnId));
  }

  async #do(action: () => Promise<void>): Promise<void> {
    await this.#app.attempt(action);
    this.#onDone();
  }

  async #undo(returnId: string): Promise<void> {
    await this.#do(async () => {
      await this.#app.returns.restore(returnId);
      this.#app.returns.showsDismissed = false;
      this.#app.returns.open(returnId);
    });
  }
}
