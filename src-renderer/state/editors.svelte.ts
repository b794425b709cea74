import type { OpenedVersion } from '../../src-shared/contract/delivery.ts';
import {
  type EditorList,
  type EditorName,
  editorNameSchema,
  type FoundEditor,
  type ResolveScriptsState,
} from '../../src-shared/contract/editor.ts';
import { AnswerOrder } from './answer-order.ts';
import type { AppClient } from './app-client.ts';

/** The editors on this computer, looked for when something that shows them is first shown. */
export class Editors {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  readonly #scriptsOrder = new AnswerOrder();
  #firstLook: Promise<void> | null = null;
  found = $state.raw<readonly FoundEditor[]>([]);
  /** Programs the user chose. */
  chosen = $state.raw<EditorList['chosen']>([]);
  /** Editors whose program can be chosen here. */
  choosable = $state.raw<EditorList['choosable']>([]);
  /** The scripts of DaVinci Resolve's menu; null until they were looked at. */
  resolveScripts = $state.raw<ResolveScriptsState | null>(null);
  /** Where the panel for Premiere Pro was saved last. */
  savedPanel = $state<string | null>(null);
  /** False until main has answered once. */
  isLoaded = $state(false);

  /** The installed editors, each once, in the order in which they are offered. */
  readonly names = $derived(
    editorNameSchema.options.filter((name) => this.found.some((each) => each.editor === name)),
  );

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Looks for them once; every caller waits for that. */
  async need(): Promise<void> {
    this.#firstLook ??= this.#refresh(false);
    await this.#firstLook;
  }

  /** Looks for them again where they were needed: the user may have installed one. */
  async lookAgain(): Promise<void> {
    if (this.#firstLook) await this.#refresh(true);
  }

  /**
   * Opens a version in an editor, has it imported there, or shows its document where the editor takes none.
   * @throws AppError as main made it.
   */
  open(deliveryId: string, editorId: string): Promise<OpenedVersion> {
    return this.#client.call('delivery.open', { deliveryId, editorId });
  }

  /** Asks for the program of an editor. @throws AppError as main made it. */
  async choose(editor: EditorName): Promise<void> {
    await this.#take(this.#client.call('editor.choose', { editor }));
  }

  /** Takes the choice of a program back. @throws AppError as main made it. */
  async forget(editor: EditorName): Promise<void> {
    await this.#take(this.#client.call('editor.forget', { editor }));
  }

  /** Looks whether the scripts are there, or changes that. @throws AppError as main made it. */
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

  /** Saves the panel where the user says. @throws AppError as main made it. */
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

  /** Where main does not answer, those found before stay. */
  async #refresh(isFresh: boolean): Promise<void> {
    await this.#take(this.#client.call('editor.list', { isFresh })).catch(() => undefined);
  }
}
