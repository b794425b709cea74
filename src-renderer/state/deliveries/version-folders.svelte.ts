import { SvelteMap } from 'svelte/reactivity';
import type { VersionFolder } from '../../../src-shared/contract/delivery.ts';
import { formatBytes } from '../../../src-shared/i18n/bytes.ts';
import type { Messages } from '../../../src-shared/i18n/messages.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { DelayedRemoval } from '../foundation/delayed-removal.svelte.ts';
import type { Toasts } from '../window/toasts.svelte.ts';

export interface VersionFoldersDeps {
  readonly client: AppClient;
  readonly toasts: Toasts;
  readonly messages: Messages;
  /** Runs an action; shows an error as a notice. */
  readonly attempt: (action: () => Promise<unknown>) => Promise<void>;
  /** Moves a version to the system's trash. */
  readonly discard: (deliveryId: string) => Promise<void>;
  readonly showReturns: () => void;
}

/** The folders of versions: their disk space, and their removal to the system's trash. */
export class VersionFolders {
  readonly #deps: VersionFoldersDeps;
  readonly #folders = new SvelteMap<string, VersionFolder>();
  readonly #removals: DelayedRemoval;
  /** Number of times the folders were dropped. */
  #epoch = 0;
  /** Measured folders, without those on their way to the trash; the largest first. */
  readonly measured: readonly VersionFolder[] = $derived(
    [...this.#folders.values()]
      .filter(({ deliveryId }) => !this.isDiscarded(deliveryId))
      .sort((a, b) => b.sizeBytes - a.sizeBytes),
  );
  /** Size of the versions of all projects, counting shared files once; null until measured. */
  totalBytes = $state<number | null>(null);

  constructor(deps: VersionFoldersDeps) {
    this.#deps = deps;
    this.#removals = new DelayedRemoval({ toasts: deps.toasts, text: deps.messages.text });
  }

  /** Returns the folder of a version; null if unknown, missing, or on its way to the trash. */
  of(deliveryId: string): VersionFolder | null {
    return this.isDiscarded(deliveryId) ? null : (this.#folders.get(deliveryId) ?? null);
  }

  /** True if the version is on its way to the trash; the user can still undo it. */
  isDiscarded(deliveryId: string): boolean {
    return this.#removals.has(deliveryId);
  }

  /**
   * Measures the versions of a project, or of all.
   * @throws AppError as main made it.
   */
  async measure(projectId: string | null): Promise<void> {
    const epoch = this.#epoch;
    const { folders, totalBytes } = await this.#deps.client.call('delivery.folders', { projectId });
    if (epoch !== this.#epoch) return;
    for (const folder of [...this.#folders.values()])
      if (projectId === null || folder.projectId === projectId) this.#folders.delete(folder.deliveryId);
    for (const folder of folders) this.#folders.set(folder.deliveryId, folder);
    if (projectId === null) this.totalBytes = totalBytes;
  }

  /** Drops all folders, because another connection has others. */
  forget(): void {
    this.#epoch += 1;
    this.#folders.clear();
    this.totalBytes = null;
  }

  /** Moves a version to the system's trash once the notice with the undo action is gone. */
  discard(folder: VersionFolder): void {
    const { deliveryId, projectId, folderName, freedBytes, openReturnCount } = folder;
    const { toasts, messages, showReturns } = this.#deps;
    const { text, languageTag } = messages;
    if (openReturnCount > 0) {
      toasts.show({
        text: text('versions.hasReturns', { version: folderName, count: openReturnCount }),
        action: { label: text('versions.showReturns'), run: showReturns },
      });
      return;
    }
    const [key, names] = consequenceOf(folder);
    const values = { version: folderName, size: formatBytes(freedBytes, languageTag) };
    this.#removals.begin({
      ids: [deliveryId],
      group: projectId,
      words: () =>
        text(key, { ...values, count: names.length, dependents: names.join(text('common.comma')) }),
      remove: () => this.#move(folder),
    });
  }

  /** Finishes the pending moves to the trash for a project at once. */
  settle(projectId: string): Promise<void> {
    return this.#removals.settle(projectId);
  }

  #move({ deliveryId, projectId, freedBytes }: VersionFolder): Promise<void> {
    const { attempt, discard } = this.#deps;
    return attempt(async () => {
      await discard(deliveryId);
      if (this.totalBytes !== null) this.totalBytes -= freedBytes;
      await this.measure(projectId);
    });
  }
}

/** Returns the notice for a version on its way to the trash, and the versions it names. Lost media matter most. */
function consequenceOf({ mediaUsers, dependents }: VersionFolder) {
  if (mediaUsers.length > 0) return ['versions.discardedMedia', mediaUsers] as const;
  if (dependents.length > 0) return ['versions.discardedBase', dependents] as const;
  return ['versions.discarded', []] as const;
}
