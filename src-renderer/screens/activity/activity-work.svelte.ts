import type { ActivityItem } from '../../../src-shared/contract/activity.ts';
import type { Transfer } from '../../../src-shared/contract/transfer.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import {
  activityKeyOf,
  activityTitleOf,
  oncePerRestart,
  restartOf,
  statusOfItem,
} from '../../state/activity/activity-item.ts';
import { isInLine } from '../../state/activity/queue-order.svelte.ts';
import type { AppState } from '../../state/app-state.svelte.ts';
import { restarts } from '../../state/jobs/restarts.ts';
import {
  type ActivityAction,
  actionsOf,
  allActions,
  type PlainAction,
  runAction,
} from './activity-actions.ts';
import { isWaitingItem } from './activity-words.ts';

export type QueueMove = 'first' | 'up' | 'down' | 'last';

const isOnItsWay = (item: ActivityItem): boolean => restarts.has(restartOf(item).id);

/** True if a cancel would lose work: transferred bytes, or a job that has begun. */
function isUnderWay(item: ActivityItem): boolean {
  const { kind, record } = item;
  if (kind === 'transfer') return record.doneBytes > 0 || record.state === 'running';
  return !isWaitingItem(item);
}

type Parts = Pick<
  AppState,
  | 'activity'
  | 'activityNews'
  | 'transfers'
  | 'deliveries'
  | 'connections'
  | 'draft'
  | 'generations'
  | 'navigation'
  | 'toasts'
  | 'attempt'
  | 'openProject'
  | 'info'
  | 'toolForms'
  | 'toolRuns'
>;

export interface ActivityWorkDeps {
  readonly app: Parts;
  readonly text: TextOf;
}

/** Actions of the user on the selected rows. Shows main's refusals as notices. */
export class ActivityWork {
  readonly #app: Parts;
  readonly #text: TextOf;

  /** Running rows to cancel once the user confirms. */
  asked = $state.raw<readonly ActivityItem[]>([]);

  readonly #selected: readonly ActivityItem[] = $derived.by(() => [...this.#app.activity.selection.items]);
  /** Selected rows and, when a delivery is selected, its pausable transfers: they are paused with it. */
  readonly #targets: readonly ActivityItem[] = $derived.by(() => {
    const isPausable = (part: ActivityItem): boolean =>
      this.#actionsOf(part).some((action) => action === 'pause' || action === 'resume');
    return [...this.#selected, ...this.#app.activity.parts.items.filter(isPausable)];
  });
  /** The transfer to move in the queue: the selected one, or the only queued one of the selected delivery. */
  readonly queued: Transfer | null = $derived.by(() => {
    const { selection, parts } = this.#app.activity;
    const { single } = selection;
    const candidates = single?.kind === 'delivery' ? parts.items : single === null ? [] : [single];
    const inLine = candidates.flatMap((item) =>
      item.kind === 'transfer' && isInLine(item.record) ? [item.record] : [],
    );
    return inLine.length === 1 ? (inLine[0] ?? null) : null;
  });
  /** Actions possible for at least one of the selected rows. */
  readonly actions: readonly ActivityAction[] = $derived.by(() => {
    return allActions.filter((action) => this.#possible(action).length > 0);
  });
  /** True when every retryable row is already being started again. */
  readonly isRestarting: boolean = $derived.by(() => {
    const items = this.#possible('retry');
    return items.length > 0 && items.every(isOnItsWay);
  });
  readonly canCancel: boolean = $derived(this.actions.includes('cancel'));
  readonly canTogglePause: boolean = $derived(
    this.actions.includes('pause') || this.actions.includes('resume'),
  );

  constructor(deps: ActivityWorkDeps) {
    this.#app = deps.app;
    this.#text = deps.text;
  }

  /** Runs an action on every selected row that supports it. */
  async run(action: ActivityAction): Promise<void> {
    if (action === 'cancel') await this.cancel();
    else if (action === 'retry') {
      const items = oncePerRestart(this.#possible(action));
      await this.#runWith(
        action,
        items.filter((item) => !isOnItsWay(item)),
      );
    } else await this.#runWith(action, this.#possible(action));
  }

  /** Pauses the running rows; if there are none, resumes the paused ones. */
  async togglePause(): Promise<void> {
    await this.run(this.actions.includes('pause') ? 'pause' : 'resume');
  }

  /** Cancels immediately the rows whose work has not begun; asks for confirmation for the others. */
  async cancel(): Promise<void> {
    const items = this.#possible('cancel');
    this.asked = items.filter(isUnderWay);
    await this.#cancelAll(items.filter((item) => !isUnderWay(item)));
  }

  /** Handles the user's answer to the question. */
  async answer(isMeant: boolean): Promise<void> {
    const items = this.asked;
    this.asked = [];
    if (isMeant) await this.#cancelAll(items);
  }

  /** Moves the selected transfer in the queue, if it is queued. */
  async move(where: QueueMove): Promise<void> {
    const { transfers, activityNews } = this.#app;
    if (this.queued === null) return;
    const { transferId, displayName } = this.queued;
    await this.#app.attempt(async () => {
      if (!(await transfers.move(transferId, where))) return;
      const { queue } = transfers;
      const number = queue.numberOf(transferId);
      if (number === null) return;
      const values = { title: displayName, number, count: queue.line.length };
      activityNews.spoken = this.#text('activity.moved', values);
    });
  }

  /** Removes ended rows that match the filter, and offers to restore them. Shows errors as notices. */
  async clear(): Promise<void> {
    const { activity, toasts } = this.#app;
    await this.#app.attempt(async () => {
      const { count, undo } = await activity.clear();
      const action = { label: this.#text('common.undo'), run: () => void this.#app.attempt(undo) };
      toasts.show({ text: this.#text('activity.cleared', { count }), action: count > 0 ? action : null });
    });
  }

  mayCancel(item: ActivityItem): boolean {
    return this.#actionsOf(item).includes('cancel');
  }

  /** Cancels rows one after another. Tells of each that had ended before. */
  async #cancelAll(items: readonly ActivityItem[]): Promise<void> {
    const { activity, attempt, toasts } = this.#app;
    for (const item of items) {
      await attempt(async () => {
        try {
          await activity.cancel(item);
        } catch (error) {
          const now = activity.selection.items.find((each) => activityKeyOf(each) === activityKeyOf(item));
          const status = now && statusOfItem(now);
          if (status !== 'done' && status !== 'failed') throw error;
          const title = activityTitleOf(item);
          toasts.show({ text: this.#text(`activity.cancel.late.${status}`, { title }) });
        }
      });
    }
  }

  #actionsOf(item: ActivityItem): readonly ActivityAction[] {
    const { connections, info } = this.#app;
    const connection = connections.records.find(({ connectionId }) => connectionId === item.connectionId);
    return actionsOf(item, info.capabilities.revealFile, connection?.state === 'ready');
  }

  #possible(action: ActivityAction): readonly ActivityItem[] {
    const items = action === 'pause' || action === 'resume' ? this.#targets : this.#selected;
    return items.filter((item) => this.#actionsOf(item).includes(action));
  }

  /** Runs actions one after another. A refusal is shown and does not stop the rest. */
  async #runWith(action: PlainAction, items: readonly ActivityItem[]): Promise<void> {
    for (const item of items) {
      await this.#app.attempt(async () => {
        await runAction(this.#app, item, action);
        if (action !== 'duplicate') return;
        const title = activityTitleOf(item);
        this.#app.toasts.show({ text: this.#text('generations.duplicated', { title }) });
      });
    }
  }
}
