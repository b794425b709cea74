import type { FoundEditor } from '../../src-shared/contract/editor.ts';
import type { AppClient } from './app-client.ts';

/** The editors on this computer. */
export class Editors {
  readonly #client: AppClient;
  found = $state.raw<readonly FoundEditor[]>([]);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Looks for them again with `isFresh`. Where main does not answer, those found before stay. */
  async refresh(isFresh: boolean): Promise<void> {
    const answer = await this.#client.call('editor.list', { isFresh }).catch(() => null);
    if (answer) this.found = answer.editors;
  }

  /**
   * Opens a version in an editor, or shows its document where the editor takes none.
   * @throws AppError as main made it.
   */
  open(deliveryId: string, editorId: string): Promise<{ way: 'started' | 'revealed'; path: string }> {
    return this.#client.call('delivery.open', { deliveryId, editorId });
  }
}
