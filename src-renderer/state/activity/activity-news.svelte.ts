import { createContext } from 'svelte';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { ActivityItem, ServiceJob } from '../../../src-shared/contract/activity.ts';
import type { Transfer } from '../../../src-shared/contract/transfer.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { Navigation } from '../window/navigation.svelte.ts';
import type { Toasts } from '../window/toasts.svelte.ts';
import { activityKeyOf, statusOfItem, activityTitleOf } from './activity-item.ts';
import { showActivity } from './show-activity.ts';

export interface ActivityNewsDeps {
  readonly navigation: Navigation;
  readonly toasts: Toasts;
  readonly text: TextOf;
}

/** An open row that ended or began to wait. */
interface Change {
  readonly item: ActivityItem;
  readonly became: 'done' | 'failed' | 'waiting';
}

/** Kind of the jobs that a tab of a project shows. */
const kindsOfTabs = { scenes: 'tool', remix: 'remix', deliver: 'export', chat: 'message' } as const;

function moodOf(item: ActivityItem): string {
  if (item.kind !== 'transfer') return item.record.state;
  return `${item.record.state} ${item.record.waitingFor ?? ''}`;
}

function isLibraryUpload({ kind, record }: ActivityItem): boolean {
  return kind === 'transfer' && record.direction === 'upload' && record.owner === null;
}

/**
 * Announces ended jobs and transfers: to screen readers while the tray is open, else as notices. Reports uploads to
 * the library together, when the last one has ended.
 */
export class ActivityNews {
  readonly #deps: ActivityNewsDeps;
  /** The last reported state of each open row. */
  readonly #moods = new SvelteMap<string, string>();
  readonly #openUploads = new SvelteSet<string>();
  /** Names of library uploads that ended since the last notice about them. */
  #done: string[] = [];
  #failed: string[] = [];

  /** Text announced politely: the latest change of the visible list, or the invisible effect of a key. */
  spoken = $state('');

  constructor(deps: ActivityNewsDeps) {
    this.#deps = deps;
  }

  hear(items: readonly ActivityItem[]): void {
    const changes = items.map((item) => this.#changeOf(item)).filter((change) => change !== null);
    if (this.#deps.navigation.isTrayOpen) {
      this.#done = [];
      this.#failed = [];
      this.#speak(changes);
    } else for (const change of changes) this.#notify(change);
    if (this.#openUploads.size === 0) this.#tellUploads();
  }

  /** Call when changes may have been missed. Uploads count as open again when their next change is heard. */
  forgetUploads(): void {
    this.#openUploads.clear();
  }

  #changeOf(item: ActivityItem): Change | null {
    const key = activityKeyOf(item);
    const before = this.#moods.get(key);
    const now = moodOf(item);
    const status = statusOfItem(item);
    if (status === 'open') {
      this.#moods.set(key, now);
      if (isLibraryUpload(item)) this.#openUploads.add(key);
    } else {
      this.#moods.delete(key);
      this.#openUploads.delete(key);
    }
    if (before === undefined || before === now || status === 'cancelled') return null;
    if (status !== 'open') return { item, became: status };
    const waits = item.kind === 'transfer' && item.record.state === 'waiting';
    return waits ? { item, became: 'waiting' } : null;
  }

  #speak(changes: readonly Change[]): void {
    const { text } = this.#deps;
    const [first] = changes;
    if (!first) return;
    const count = (became: Change['became']): number =>
      changes.filter((change) => change.became === became).length;
    this.spoken =
      changes.length === 1
        ? text('activity.news.one', { title: activityTitleOf(first.item), state: this.#stateOf(first) })
        : text('activity.news.many', {
            done: count('done'),
            failed: count('failed'),
            waiting: count('waiting'),
          });
  }

  #stateOf({ item, became }: Change): string {
    const { text } = this.#deps;
    if (became !== 'waiting') return text(`activity.status.${became}`);
    const waitingFor = item.kind === 'transfer' ? item.record.waitingFor : null;
    return text(`transfer.state.waiting.${waitingFor ?? 'unknown'}`);
  }

  #notify({ item, became }: Change): void {
    const title = activityTitleOf(item);
    if (item.kind === 'job') {
      // Documents belong to a delivery or to a project's scenes, which report them in their own words.
      const isDone = became === 'done';
      if (item.record.kind === 'interchange' || this.#isSeen(item.record, isDone)) return;
      this.#show(
        isDone ? 'info' : 'bad',
        isDone ? 'activity.news.jobDone' : 'activity.news.jobFailed',
        { title },
        activityKeyOf(item),
      );
    } else if (item.kind === 'transfer' && isLibraryUpload(item)) this.#note(item.record, became);
  }

  /**
   * True if the project's own tab shows the job. What a tool has made is a take of a scene; a failed one may be of a
   * scene that is not selected.
   */
  #isSeen({ projectId, kind }: ServiceJob, isDone: boolean): boolean {
    const { projectInSight, projectTab, isChatInSight } = this.#deps.navigation;
    if (kind === 'message' && isChatInSight) return true;
    if (projectId === null || projectId !== projectInSight) return false;
    if (projectTab === 'scenes' && !isDone) return false;
    return kind === kindsOfTabs[projectTab];
  }

  #note({ displayName, waitingFor }: Transfer, became: Change['became']): void {
    if (became === 'done') this.#done.push(displayName);
    if (became === 'failed') this.#failed.push(displayName);
    if (waitingFor === 'decision') this.#show('bad', 'activity.news.decision', {});
  }

  #tellUploads(): void {
    const done = this.#done;
    const failed = this.#failed;
    this.#done = [];
    this.#failed = [];
    if (done[0] !== undefined) {
      this.#show('info', 'activity.news.uploaded', { count: done.length, name: done[0] });
    }
    if (failed[0] !== undefined) {
      this.#show('bad', 'activity.news.uploadsFailed', { count: failed.length, name: failed[0] });
    }
  }

  #show(
    kind: 'info' | 'bad',
    key: Parameters<TextOf>[0],
    values: Record<string, string | number>,
    rowKey: string | null = null,
  ): void {
    const { navigation, text, toasts } = this.#deps;
    toasts.show({ kind, text: text(key, values), action: showActivity(navigation, text, rowKey) });
  }
}

export const [getActivityNews, setActivityNews] = createContext<ActivityNews>();
