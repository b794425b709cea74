import type { EditorName } from '../../src-shared/contract/editor.ts';
import type { InstalledEditor } from '../editors/installed-editor.ts';
import type { ResolveScripts } from '../editors/resolve-scripts.ts';
import { longestStopMs, settleWithin } from '../foundation/settle-within.ts';
import type { Log } from '../platform.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import { versionForResolve, writePremiereMailbox } from './version/importable-version.ts';
import { readManifest } from './version/manifest.ts';

export interface EditorOffersDeps {
  readonly ledger: DeliveryLedger;
  readonly resolveScripts: Pick<ResolveScripts, 'setDelivery' | 'importInto'>;
  readonly log: Log;
}

/** Editors in which scripts or a panel import the version that was offered last. */
const importingEditors = ['RESOLVE', 'PREMIERE'] as const satisfies readonly EditorName[];

export function importsOffers(editor: EditorName): boolean {
  return importingEditors.some((each) => each === editor);
}

/** Number of recent versions to search for the last one of an editor. */
const lastVersions = 200;

/** Offers versions to the scripts and panels in editors. */
export class EditorOffers {
  readonly #deps: EditorOffersDeps;
  readonly #running = new Set<Promise<boolean>>();

  constructor(deps: EditorOffersDeps) {
    this.#deps = deps;
  }

  /**
   * Makes a version the one that scripts or a panel in the editor import. Logs errors instead of rejecting, as nothing
   * else depends on it.
   * @returns false if the version has no document for that editor, or could not be written.
   */
  offer(deliveryId: string, editor: EditorName): Promise<boolean> {
    const offered = this.#write(deliveryId, editor).catch((error: unknown) => {
      const facts = { deliveryId, editor, error };
      this.#deps.log.warn('Scripts or a panel in an editor could not be given a version.', facts);
      return false;
    });
    this.#running.add(offered);
    void offered.finally(() => this.#running.delete(offered));
    return offered;
  }

  /** Waits for unfinished writes, a few seconds at most, as a drive may not respond. */
  async dispose(): Promise<void> {
    await settleWithin(longestStopMs, Promise.all(this.#running));
  }

  /** Offers a version and has an open DaVinci Resolve Studio import it. @returns as `ResolveScripts.importInto`. */
  async importInto(deliveryId: string, installed: InstalledEditor): Promise<string[] | null> {
    const isOffered = await this.offer(deliveryId, installed.editor);
    return isOffered && installed.editor === 'RESOLVE'
      ? this.#deps.resolveScripts.importInto(installed)
      : null;
  }

  /** Offers a moved version again, to each editor for which it is the last one. */
  async renew(deliveryId: string): Promise<void> {
    const sent = this.#deps.ledger.list(lastVersions).filter(({ state }) => state === 'done');
    for (const editor of importingEditors) {
      const last = sent.find(({ chosenEditors }) => chosenEditors.includes(editor));
      if (last?.deliveryId === deliveryId) await this.offer(deliveryId, editor);
    }
  }

  async #write(deliveryId: string, editor: EditorName): Promise<boolean> {
    const { ledger, resolveScripts } = this.#deps;
    const { folderPath, rootFolder } = ledger.get(deliveryId);
    const manifest = folderPath === null ? null : await readManifest(folderPath);
    if (folderPath === null || manifest?.deliveryId !== deliveryId) return false;
    if (editor === 'PREMIERE') return writePremiereMailbox(rootFolder, folderPath, manifest);
    const version = editor === 'RESOLVE' ? await versionForResolve(folderPath, manifest) : null;
    if (version) await resolveScripts.setDelivery(version);
    return version !== null;
  }
}
