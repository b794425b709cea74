import type { ActivityItem } from '../../../src-shared/contract/activity.ts';
import type { TextOf } from '../../i18n/messages.ts';
import { activityTitleOf, isUnderWay } from '../../state/activity-item.ts';
import type { AppState } from '../../state/app-state.svelte.ts';
import { isInLine } from '../../state/queue-order.svelte.ts';
import { type ActivityAction, actionsOf, allActions, runAction } from './activity-actions.ts';

export type QueueMove = 'first' | 'up' | 'down' | 'last';

export interface ActivityWorkDeps {
  readonly app: AppState;
  readonly text: TextOf;
}

/** What the user does with the selected rows. A refusal of main's becomes a notice. */
export class ActivityWork {
  readonly #app: AppState;
  readonly #text: TextOf;

  /** Rows under way that are cancelled when the user says so once more. */
  asked = $state.raw<readonly ActivityItem[]>([]);
  /** What a key did that cannot be seen, read out politely. */
  spoken = $state('');

  readonly #selected: readonly ActivityItem[] = $derived.by(() => [...this.#app.activity.selection.items]);
  /** What can be done with at least one of the selected rows. */
  readonly actions: readonly ActivityAction[] = $derived.by(() => {
    const offered = this.#selected.flatMap((item) => this.#actionsOf(item));
    return allActions.filter((action) => offered.includes(action));
  });
  readonly canCancel: boolean = $derived(this.actions.includes('cancel'));
  readonly canTogglePause: boolean = $derived(
    this.actions.includes('pause') || this.actions.includes('resume'),
  );

  constructor(deps: ActivityWorkDeps) {
    this.#app = deps.app;
    this.#text = deps.text;
  }

  /** Does it with every selected row it can be done with. */
  async run(action: ActivityAction): Promise<void> {
    if (action === 'cancel') await this.cancel();
    else await this.#runWith(action, this.#possible(action));
  }

  /** Pauses what moves; when nothing does, lets what is paused go on. */
  async togglePause(): Promise<void> {
    await this.run(this.actions.includes('pause') ? 'pause' : 'resume');
  }

  /** Cancels at once what has not begun; asks once more about what has. */
  async cancel(): Promise<void> {
    const items = this.#possible('cancel');
    this.asked = items.filter(isUnderWay);
    await this.#runWith(
      'cancel',
      items.filter((item) => !isUnderWay(item)),
    );
  }

  /** The answer to the question. */
  async answer(isMeant: boolean): Promise<void> {
    const items = this.asked;
    this.asked = [];
    if (isMeant) await this.#runWith('cancel', items);
  }

  /** Moves the selected transfer in the queue; nothing when it is not in it. */
  async move(where: QueueMove): Promise<void> {
    const { transfers, activity } = this.#app;
    const item = activity.selection.single;
    if (item?.kind !== 'transfer' || !isInLine(item.record)) return;
    const { transferId } = item.record;
    await this.#app.attempt(async () => {
      if (!(await transfers.move(transferId, where))) return;
      const { queue } = transfers;
      const number = queue.numberOf(transferId);
      if (number === null) return;
      const values = { title: activityTitleOf(item), number, count: queue.line.length };
      this.spoken = this.#text('activity.moved', values);
    });
  }

  /** Pauses every transfer, or lets all go on. */
  async pauseAll(): Promise<void> {
    const { transfers } = this.#app;
    await this.#app.attempt(() => transfers.pauseAll(!transfers.totals.isPaused));
  }

  /** Takes what has ended out of the list, and offers to put it back. */
  async clear(): Promise<void> {
    const { activity, toasts } = this.#app;
    await this.#app.attempt(async () => {
      const { count, undo } = await activity.clear();
      const action = { label: this.#text('common.undo'), run: () => void this.#app.attempt(undo) };
      toasts.show({ text: this.#text('activity.cleared', { count }), action: count > 0 ? action : null });
    });
  }

  #actionsOf(item: ActivityItem): readonly ActivityAction[] {
    return actionsOf(item, this.#app.info.capabilities.revealFile);
  }

  #possible(action: ActivityAction): readonly ActivityItem[] {
    return this.#selected.filter((item) => this.#actionsOf(item).includes(action));
  }

  /** One after another, so that the first refusal is told and the rest still tried. */
  async #runWith(action: ActivityAction, items: readonly ActivityItem[]): Promise<void> {
    for (const item of items) await this.#app.attempt(() => runAction(this.#app, item, action));
  }
}
