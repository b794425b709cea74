import { type BatchRow, maxBatchLength, maxBatchRows } from '../../src-shared/contract/material.ts';
import type { Messages } from '../../src-shared/i18n/messages.ts';
import type { SortedFiles } from '../format/dropped-files.ts';
import type { AppClient } from './app-client.ts';
import type { Draft } from './draft.svelte.ts';
import type { FileGrants } from './file-grants.ts';
import type { Navigation } from './navigation.svelte.ts';
import type { Toasts } from './toasts.svelte.ts';

export interface ScriptIntakeDeps {
  readonly client: AppClient;
  readonly fileGrants: FileGrants;
  readonly draft: Draft;
  readonly toasts: Toasts;
  readonly messages: Messages;
  readonly navigation: Pick<Navigation, 'go'>;
  readonly onFailed: (file: File, error: unknown) => void;
}

/** Returns the first rows, as many as a batch may have. */
function rowsThatFit(rows: readonly BatchRow[]): readonly BatchRow[] {
  let length = 0;
  const end = rows.findIndex(({ text }, index) => {
    length += text.length;
    return length > maxBatchLength || index >= maxBatchRows;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** Reads scripts into drafts: a single one as the text, several ones and tables as batches. */
export class ScriptIntake {
  readonly #deps: ScriptIntakeDeps;

  constructor(deps: ScriptIntakeDeps) {
    this.#deps = deps;
  }

  /** Replaces the draft's text and offers an undo, which also preserves later edits. */
  swapText(written: string, notice: string): void {
    const { draft, messages, toasts } = this.#deps;
    const before = draft.text ?? '';
    draft.swapText(written);
    toasts.show({
      text: notice,
      action: {
        label: messages.text('common.undo'),
        run: draft.wayBack(() => {
          if (draft.text === written) draft.swapText(before);
          else this.swapText(before, messages.text('generate.putBack'));
        }),
      },
    });
  }

  /** Takes a single script as the text of the draft; several scripts, and each table, as a batch. */
  async take({ scripts, tables }: SortedFiles<File>): Promise<void> {
    const [script] = scripts;
    if (!script && tables.length === 0) return;
    this.#deps.navigation.go('generate');
    for (const table of tables) await this.#takeTable(table);
    if (scripts.length > 1) await this.#takeFolder(scripts);
    else if (script) await this.#takeScript(script);
  }

  async #takeScript(file: File): Promise<void> {
    const { draft, messages } = this.#deps;
    const keepsMarkup = draft.workflow === 'outline';
    const { place } = draft;
    try {
      const read = await this.#readScript(file, keepsMarkup);
      const hasLeft = !draft.isShown(place);
      draft.choose(keepsMarkup ? 'outline' : 'script');
      // If the user moved on meanwhile, the shown draft is not the one the script was dropped on.
      if (hasLeft || draft.fields.batch) draft.add();
      this.swapText(read.text, messages.text('generate.replaced', { name: read.displayName }));
    } catch (error) {
      this.#deps.onFailed(file, error);
    }
  }

  async #takeTable(file: File): Promise<void> {
    try {
      const fileGrant = await this.#deps.fileGrants.grant(file);
      const { displayName, rows } = await this.#deps.client.call('material.readTable', { fileGrant });
      this.#showBatch(displayName, rows);
    } catch (error) {
      this.#deps.onFailed(file, error);
    }
  }

  /** Makes each file a row, including unreadable ones. */
  async #takeFolder(files: readonly File[]): Promise<void> {
    const keepsMarkup = this.#deps.draft.workflow === 'outline';
    const rows: BatchRow[] = [];
    for (const [index, file] of files.entries()) {
      const row = { number: index + 1, name: file.name };
      const read = await this.#readScript(file, keepsMarkup).catch(() => null);
      rows.push(read ? { ...row, text: read.text } : { ...row, text: '', problem: 'unreadable' });
    }
    this.#showBatch(this.#deps.messages.text('batch.scripts', { count: rows.length }), rows);
  }

  /** Shows a batch in the present mode, or in script mode if the present one has no text. */
  #showBatch(name: string, all: readonly BatchRow[]): void {
    const { draft, messages, toasts } = this.#deps;
    const rows = rowsThatFit(all);
    if (draft.text === null) draft.choose('script');
    draft.addBatch(name, rows);
    const limits = { rows: maxBatchRows, characters: maxBatchLength };
    const values = { name, count: rows.length, left: all.length - rows.length, ...limits };
    const isCut = rows.length < all.length;
    toasts.show({
      kind: isCut ? 'bad' : 'info',
      text: messages.text(isCut ? 'batch.cut' : 'batch.read', values),
    });
  }

  async #readScript(file: File, keepsMarkup: boolean): Promise<{ displayName: string; text: string }> {
    const fileGrant = await this.#deps.fileGrants.grant(file);
    return this.#deps.client.call('material.readScript', { fileGrant, keepsMarkup });
  }
}
