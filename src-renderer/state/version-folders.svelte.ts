import { SvelteMap } from 'svelte/reactivity';
import type { VersionFolder } from '../../src-shared/contract/delivery.ts';
import { formatBytes } from '../../src-shared/i18n/bytes.ts';
import type { Messages } from '../../src-shared/i18n/messages.ts';
import type { AppClient } from './app-client.ts';
import type { Toasts } from './toasts.svelte.ts';

export interface VersionFoldersDeps {
  readonly client: AppClient;
  readonly toasts: Toasts;
  readonly messages: Messages;
  /** Runs something that may be refused; a refusal becomes a notice. */
  readonly attempt: (action: () => Promise<unknown>) => Promise<void>;
  /** Moves a version to the system's trash. */
  readonly discard: (deliveryId: string) => Promise<void>;
  readonly showReturns: () => void;
}

/** A version that goes to the trash when the notice about it is gone. */
interface Discarded {
  readonly projectId: string;
  readonly toastId: number;
  /** Ends when it is moved, refused or undone. */
  readonly settled: Promise<void>;
}

/** The folders of versions: what they take on the disk, and the way to the system's trash. */
export class VersionFolders {
  readonly #deps: VersionFoldersDeps;
  readonly #folders = new SvelteMap<string, VersionFolder>();
  readonly #discarded = new SvelteMap<string, Discarded>();
  /** Counts how often they were dropped. */
  #epoch = 0;
  /** Those that were measured, without those on their way to the trash; the largest first. */
  readonly measured: readonly VersionFolder[] = $derived(
    [...this.#folders.values()]
      .filter(({ deliveryId }) => !this.#discarded.has(deliveryId))
      .sort((a, b) => b.sizeBytes - a.sizeBytes),
  );
  /** Of the versions of all projects, where files that they share count once; null until they are measured. */
  totalBytes = $state<number | null>(null);

  constructor(deps: VersionFoldersDeps) {
    this.#deps = deps;
  }

  /** Null where it is not known, not there, or on its way to the trash. */
  of(deliveryId: string): VersionFolder | null {
    return this.isDiscarded(deliveryId) ? null : (this.#folders.get(deliveryId) ?? null);
  }

  /** Whether the version is on its way to the trash; the user can still undo it. */
  isDiscarded(deliveryId: string): boolean {
    return this.#discarded.has(deliveryId);
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

  /** Drops them all: another connection has others. */
  forget(): void {
    this.#epoch += 1;
    this.#folders.clear();
    this.totalBytes = null;
  }

  /** Moves a version to the system's trash as soon as the notice that offers to undo it is gone. */
  discard(folder: VersionFolder): void {
    const { deliveryId, projectId, folderName, freedBytes, openReturnCount, dependents } = folder;
    const { toasts, messages, showReturns } = this.#deps;
    const { text, languageTag } = messages;
    if (openReturnCount > 0) {
      toasts.show({
        text: text('versions.hasReturns', { version: folderName, count: openReturnCount }),
        action: { label: text('versions.showReturns'), run: showReturns },
      });
      return;
    }
    const { promise: settled, resolve: settle } = Promise.withResolvers<undefined>();
    const values = { version: folderName, size: formatBytes(freedBytes, languageTag) };
    const end = (): void => {
      this.#discarded.delete(deliveryId);
      settle(undefined);
    };
    const toastId = toasts.show({
      text:
        dependents.length === 0
          ? text('versions.discarded', values)
          : text('versions.discardedBase', {
              ...values,
              count: dependents.length,
              dependents: dependents.join(text('common.comma')),
            }),
      action: { label: text('common.undo'), run: end },
      onGone: () => void this.#move(folder).finally(end),
    });
    this.#discarded.set(deliveryId, { projectId, toastId, settled });
  }

  /** Moves the versions of a project that are on their way to the trash at once. */
  async settle(projectId: string): Promise<void> {
    const all = [...this.#discarded.values()].filter((each) => each.projectId === projectId);
    for (const { toastId } of all) this.#deps.toasts.dismiss(toastId);
    await Promise.all(all.map(({ settled }) => settled));
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
