import { createContext } from 'svelte';
import type { Delivery } from '../../../src-shared/contract/delivery.ts';
import { editorTitles, type FoundEditor } from '../../../src-shared/contract/editor.ts';
import type { Messages } from '../../../src-shared/i18n/messages.ts';
import type { Toasts } from '../window/toasts.svelte.ts';
import type { Editors } from './editors.svelte.ts';

export interface EditorOpeningsDeps {
  readonly editors: Pick<Editors, 'open'>;
  readonly toasts: Toasts;
  readonly messages: Messages;
  /** Puts a text on the clipboard. On failure shows a notice and resolves to false. */
  readonly copy: (text: string) => Promise<boolean>;
  /** Runs an action; shows an error as a notice. */
  readonly attempt: (action: () => Promise<unknown>) => Promise<void>;
}

/** Opens versions in editors, at once or as soon as they exist. */
export class EditorOpenings {
  readonly #deps: EditorOpeningsDeps;
  readonly #waiting = new Map<string, FoundEditor>();

  constructor(deps: EditorOpeningsDeps) {
    this.#deps = deps;
  }

  /** Opens a version, or shows its document, copies its path and names the menu. Shows a refusal as a notice. */
  openNow(deliveryId: string, { editorId, editor }: FoundEditor): Promise<void> {
    const { editors, toasts, messages, copy, attempt } = this.#deps;
    const { text } = messages;
    return attempt(async () => {
      const { way, path, missing } = await editors.open(deliveryId, editorId);
      if (way !== 'revealed') {
        const about = { editor: editorTitles[editor], document: path.split(/[/\\]/).at(-1) ?? path };
        const imported = missing.length === 0 ? 'delivery.importedIn' : 'delivery.importedWithout';
        const files = missing.join(text('common.comma'));
        toasts.show({ text: text(way === 'started' ? 'delivery.openedIn' : imported, { ...about, files }) });
        return;
      }
      if (await copy(path)) toasts.show({ text: text(`delivery.import.${editor}`) });
    });
  }

  openWhenDone(deliveryId: string, editor: FoundEditor): void {
    this.#waiting.set(deliveryId, editor);
  }

  /** Called on every change of a delivery: opens an awaited version once it is done. */
  readonly onDelivery = ({ deliveryId, state }: Delivery): void => {
    const editor = this.#waiting.get(deliveryId);
    if (!editor || !['done', 'failed', 'cancelled'].includes(state)) return;
    this.#waiting.delete(deliveryId);
    if (state === 'done') void this.openNow(deliveryId, editor);
  };
}

export const [getOpenings, setOpenings] = createContext<EditorOpenings>();
