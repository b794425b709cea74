import { createContext } from 'svelte';
import type { OpenedVersion } from '../../../src-shared/contract/delivery.ts';
import {
  type EditorList,
  type EditorName,
  editorNameSchema,
  type FoundEditor,
  type ResolveScriptsState,
} from '../../../src-shared/contract/editor.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';

/** The editors on this computer, searched for when first needed. */
export class Editors {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  readonly #scriptsOrder = new AnswerOrder();
  #firstLook: Promise<void> | null = null;
  found = $state.raw<readonly FoundEditor[]>([]);
  /** Programs the user chose. */
  chosen = $state.raw<EditorList['chosen']>([]);
  /** Editors whose program can be chosen on this host. */
  choosable = $state.raw<EditorList['choosable']>([]);
  /** State of the scripts in DaVinci Resolve's menu; null until it was read. */
  resolveScripts = $state.raw<ResolveScriptsState | null>(null);
  /** Path where the panel for Premiere Pro was last saved. */
  savedPanel = $state<string | null>(null);
  /** False until main has answered once. */
  isLoaded = $state(false);

  /** Installed editors without duplicates, in the order offered. */
  readonly names = $derived(
    editorNameSchema.options.filter((name) => this.found.some((each) => each.editor === name)),
  );

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Searches for the editors once; every caller awaits that search. */
  async need(): Promise<void> {
    this.#firstLook ??= this.#refresh(false);
    await this.#firstLook;
  }

  /** Searches again, if they were needed before: the user may have installed an editor. */
  async lookAgain(): Promise<void> {
    if (this.#firstLook) await this.#refresh(true);
  }

  /**
   * Opens a version in an editor or has it imported there. Shows its document if the editor supports neither.
   * @throws AppError as main made it.
   */
  open(deliveryId: string, editorId: string): Promise<OpenedVersion> {
    return this.#client.call('delivery.open', { deliveryId, editorId });
  }

  /** Lets the user choose the program of an editor. @throws AppError as main made it. */
  async choose(editor: EditorName): Promise<void> {
    await this.#take(this.#client.call('editor.choose', { editor }));
  }

  /** Forgets the chosen program of an editor. @throws AppError as main made it. */
  async forget(editor: EditorName): Promise<void> {
    await this.#take(this.#client.call('editor.forget', { editor }));
  }

  /** Reads the state of the scripts, or installs or removes them. @throws AppError as main made it. */
  async scripts(change: 'look' | 'install' | 'remove'): Promise<void> {
    const call = {
      look: 'editor.resolveScripts',
      install: 'editor.installResolveScripts',
      remove: 'editor.removeResolveScripts',
    } as const;
    const isNews = this.#scriptsOrder.begin();
    const state = await this.#client.call(call[change], {});
    if (isNews()) this.resolveScripts = state;
  }

  /** Saves the panel to a path that the user chooses. @throws AppError as main made it. */
  async savePanel(): Promise<void> {
    const { path } = await this.#client.call('editor.savePremierePanel', {});
    this.savedPanel = path ?? this.savedPanel;
  }

  async #take(answer: Promise<EditorList>): Promise<void> {
    const isNews = this.#order.begin();
    const { editors, chosen, choosable } = await answer;
    if (!isNews()) return;
    [this.found, this.chosen, this.choosable] = [editors, chosen, choosable];
    this.isLoaded = true;
  }

  /** Reads the editors. If main does not answer, the known ones stay. */
  async #refresh(isFresh: boolean): Promise<void> {
    await this.#take(this.#client.call('editor.list', { isFresh })).catch(() => undefined);
  }
}

export const [getEditors, setEditors] = createContext<Editors>();
