import {
  type BatchColumn,
  type BatchRow,
  maxBatchLength,
  maxBatchRows,
} from '../../../src-shared/contract/material.ts';
import type { WorkflowName } from '../../../src-shared/contract/start-generation.ts';
import type { Messages } from '../../../src-shared/i18n/messages.ts';
import { wordsOfCaptions } from '../../../src-shared/script/words-of-captions.ts';
import type { SortedFiles } from '../../format/dropped-files.ts';
import { type DraftFields, fieldsOfBatch, textFields } from '../draft/draft-fields.ts';
import { type DraftText, textOfMode } from '../draft/draft-texts.ts';
import type { Draft, DraftPlace } from '../draft/draft.svelte.ts';
import type { AppClient } from '../foundation/app-client.ts';
import type { Navigation } from '../window/navigation.svelte.ts';
import type { Toasts } from '../window/toasts.svelte.ts';
import { Writings } from '../writing/writings.svelte.ts';
import type { FileGrants } from './file-grants.ts';

export interface ScriptIntakeDeps {
  readonly client: AppClient;
  readonly fileGrants: FileGrants;
  readonly draft: Draft;
  readonly toasts: Toasts;
  readonly messages: Messages;
  readonly navigation: Pick<Navigation, 'go'>;
  readonly onFailed: (file: File, error: unknown) => void;
}

/** The last text put in place of another. */
interface Swap {
  /** Key of the draft. */
  readonly key: string;
  /** Name of the text. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Notice that offers to undo it. */
  readonly toastId: number;
}

/** Returns the first rows, as many as a batch may have. */
function rowsThatFit(rows: readonly BatchRow[]): readonly BatchRow[] {
  let length = 0;
  const end = rows.findIndex(({ text, cells = [] }, index) => {
    length += (text || cells.join('')).length;
    return length > maxBatchLength || index >= maxBatchRows;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** Leaves only the words of a row's captions. */
function withWords(row: BatchRow): BatchRow {
  const words = wordsOfCaptions(row.text);
  return words === null ? row : { ...row, text: words };
}

/** Reads scripts into drafts: a single one as the text, several ones and tables as batches. */
export class ScriptIntake {
  readonly #deps: ScriptIntakeDeps;
  /** Texts that the service writes for the drafts. */
  readonly writings: Writings;
  #swap: Swap | null = null;

  constructor(deps: ScriptIntakeDeps) {
    this.#deps = deps;
    this.writings = new Writings(deps);
  }

  /** Replaces a text of the draft and offers an undo, which also preserves later edits. */
  swapText(written: string, notice: string, text = textOfMode(this.#deps.draft.workflow)): void {
    const { draft, messages, toasts } = this.#deps;
    const before = text.read(draft.present()) ?? '';
    const putBack = (): void => {
      const present = text.read(draft.present());
      if (present === written) this.#swapTo(before, text, toastId);
      else if (present !== null)
        this.swapText(before, messages.text(text.isScript ? 'generate.putBack' : 'writing.replaced'), text);
    };
    const toastId = toasts.show({
      text: notice,
      action: { label: messages.text('common.undo'), run: draft.wayBack(putBack) },
    });
    this.#swapTo(written, text, toastId);
  }

  /** Restores a text as it was before the last swap, whose notice goes. Returns false if it was edited since. */
  unswapText(text = textOfMode(this.#deps.draft.workflow)): boolean {
    const { draft, toasts } = this.#deps;
    const { key, name, before, after, toastId } = this.#swap ?? {};
    const present = draft.present();
    if (key !== draft.key || name !== text.name || text.read(present) !== after) return false;
    this.#swap = null;
    draft.change(text.write(present, before ?? ''));
    if (toastId !== undefined) toasts.dismiss(toastId);
    return true;
  }

  #swapTo(after: string, text: DraftText, toastId: number): void {
    const { draft } = this.#deps;
    const present = draft.present();
    this.#swap = { key: draft.key, name: text.name, before: text.read(present) ?? '', after, toastId };
    draft.change(text.write(present, after));
  }

  /**
   * Takes a single script as the text of the draft; several scripts, and each table, as a batch. They come in the mode
   * and connection of `pressed`, the draft they were dropped on, and in new drafts if the user has left it by then.
   * Returns the place of the last of them; null if there is none.
   */
  async take({ scripts, tables }: SortedFiles<File>, pressed: DraftPlace): Promise<DraftPlace | null> {
    const [script] = scripts;
    if (!script && tables.length === 0) return null;
    this.#deps.navigation.go('generate');
    let place: DraftPlace | null = null;
    for (const table of tables) place = (await this.#takeTable(table, place ?? pressed)) ?? place;
    if (scripts.length > 1) return this.#takeFolder(scripts, place ?? pressed);
    return (script ? await this.#takeScript(script, place ?? pressed) : null) ?? place;
  }

  async #takeScript(file: File, pressed: DraftPlace): Promise<DraftPlace | null> {
    const { draft, messages, toasts } = this.#deps;
    const keepsMarkup = pressed.workflow === 'outline';
    try {
      const read = await this.#readScript(file, keepsMarkup);
      const notice = messages.text('generate.replaced', { name: read.displayName });
      const workflow = keepsMarkup ? 'outline' : 'script';
      if (this.#isElsewhere(pressed)) {
        toasts.show({ text: notice });
        return draft.addElsewhere(pressed.connectionId, workflow, { [textFields[workflow]]: read.text });
      }
      this.#show(workflow, pressed);
      if (draft.fields.batch) draft.add();
      this.swapText(read.text, notice);
      return draft.place;
    } catch (error) {
      this.#deps.onFailed(file, error);
      return null;
    }
  }

  async #takeTable(file: File, pressed: DraftPlace): Promise<DraftPlace | null> {
    if (pressed.workflow === 'outline') {
      this.#askAboutTable(file, pressed);
      return null;
    }
    try {
      const fileGrant = await this.#deps.fileGrants.grant(file);
      const table = await this.#deps.client.call('material.readTable', { fileGrant });
      return this.#showBatch(table.displayName, table.rows, pressed, table.columns);
    } catch (error) {
      this.#deps.onFailed(file, error);
      return null;
    }
  }

  /** A table has scripts, not outlines: the user says whether they become a batch. */
  #askAboutTable(file: File, pressed: DraftPlace): void {
    const { messages, toasts } = this.#deps;
    toasts.show({
      kind: 'bad',
      text: () => messages.text('batch.inOutline', { name: file.name }),
      action: {
        label: () => messages.text('batch.asScripts'),
        run: () => void this.#takeTable(file, { ...pressed, workflow: 'script' }),
      },
    });
  }

  /** Makes each file a row, including unreadable ones. */
  async #takeFolder(files: readonly File[], pressed: DraftPlace): Promise<DraftPlace> {
    const keepsMarkup = pressed.workflow === 'outline';
    const rows: BatchRow[] = [];
    for (const [index, file] of files.entries()) {
      const row = { number: index + 1, name: file.name };
      const read = await this.#readScript(file, keepsMarkup).catch(() => null);
      rows.push(read ? { ...row, text: read.text } : { ...row, text: '', problem: 'unreadable' });
    }
    return this.#showBatch(this.#deps.messages.text('batch.scripts', { count: rows.length }), rows, pressed);
  }

  /** Shows a batch in the mode it was dropped on, or in script mode if that one has no text. */
  #showBatch(
    name: string,
    all: readonly BatchRow[],
    pressed: DraftPlace,
    columns: readonly BatchColumn[] = [],
  ): DraftPlace {
    const { messages, toasts } = this.#deps;
    const given = rowsThatFit(all);
    const isSpoken = pressed.workflow !== 'outline' && pressed.workflow !== 'clip';
    const rows = isSpoken ? given.map(withWords) : given;
    const place = this.#placeBatch(fieldsOfBatch(name, rows, columns), pressed);
    const limits = { rows: maxBatchRows, characters: maxBatchLength };
    const values = { name, count: rows.length, left: all.length - rows.length, ...limits };
    const isCut = rows.length < all.length;
    const read = messages.text(isCut ? 'batch.cut' : 'batch.read', values);
    const hasCaptions = rows.some((row, index) => row !== given[index]);
    toasts.show({
      kind: isCut ? 'bad' : 'info',
      text: hasCaptions ? messages.text('batch.captions', { rows: read.replace(/[.。]$/, '') }) : read,
    });
    return place;
  }

  #placeBatch(fields: Partial<DraftFields>, pressed: DraftPlace): DraftPlace {
    const { draft } = this.#deps;
    const workflow = textFields[pressed.workflow] === null ? 'script' : pressed.workflow;
    if (this.#isElsewhere(pressed)) return draft.addElsewhere(pressed.connectionId, workflow, fields);
    this.#show(workflow, pressed);
    draft.addBatch(fields);
    return draft.place;
  }

  /** True if the user has left the connection that something was dropped on. */
  #isElsewhere({ connectionId }: DraftPlace): boolean {
    return connectionId !== this.#deps.draft.place.connectionId;
  }

  /** Shows a mode, with a new draft if the user has left the draft that something was dropped on. */
  #show(workflow: WorkflowName, pressed: DraftPlace): void {
    const { draft } = this.#deps;
    const hasLeft = !draft.isShown(pressed);
    draft.choose(workflow);
    if (hasLeft) draft.add();
  }

  async #readScript(file: File, keepsMarkup: boolean): Promise<{ displayName: string; text: string }> {
    const fileGrant = await this.#deps.fileGrants.grant(file);
    return this.#deps.client.call('material.readScript', { fileGrant, keepsMarkup });
  }
}
