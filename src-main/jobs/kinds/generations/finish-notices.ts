import type { TextOf } from '../../../../src-shared/i18n/messages.ts';
import type { Clock, Notifier } from '../../../platform.ts';
import type { DeliveryRecord } from '../../../state/delivery-repository.ts';
import type { GenerationRecord } from '../../../state/generation-repository.ts';

export interface FinishNoticesDeps {
  readonly notifier: Notifier;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly text: TextOf;
  /** Shows a delivery's document in the file manager. */
  readonly reveal: (deliveryId: string) => void;
  /** Opens a delivery in an editor it was made for. */
  readonly openInEditor: (deliveryId: string) => void;
  /** Shows the activity list in the window. */
  readonly showActivity: () => void;
  /** Shows a project in the window. */
  readonly showProject: (project: { readonly projectId: string; readonly connectionId: string }) => void;
}

/** Time after a notification during which finished work is collected for the next one. */
const togetherMs = 4_000;

interface Finish {
  readonly isFailure: boolean;
  readonly words: Parameters<Notifier['notify']>;
}

/**
 * Sends system notifications when a generation or a delivery ends. Shows the first at once; counts those that end soon
 * after it in one notification.
 */
export class FinishNotices {
  readonly #deps: FinishNoticesDeps;
  /** Work that ended since the last notification; null if the next one is to be shown at once. */
  #gathered: Finish[] | null = null;
  #cancelTimer: () => void = () => undefined;

  constructor(deps: FinishNoticesDeps) {
    this.#deps = deps;
  }

  generationFinished({ state, title, projectId, connectionId }: GenerationRecord): void {
    const { text, showProject } = this.#deps;
    const show = (): void => {
      if (projectId !== null) showProject({ projectId, connectionId });
    };
    if (state === 'succeeded') this.#note(false, title, text('notice.draftReady'), show);
    if (state === 'failed') this.#note(true, title, text('notice.draftFailed'), show);
  }

  deliveryFinished(record: DeliveryRecord): void {
    const { state, projectTitle, folderName, deliveryId, projectId, connectionId } = record;
    const { text, reveal, openInEditor, showProject } = this.#deps;
    if (state === 'done') {
      const revealIt = (): void => {
        reveal(deliveryId);
      };
      const actions = [
        { label: text('common.reveal'), run: revealIt },
        {
          label: text('notice.openInEditor'),
          run: () => {
            openInEditor(deliveryId);
          },
        },
      ];
      const body = text('notice.delivered', { folder: folderName ?? projectTitle });
      this.#note(false, projectTitle, body, revealIt, actions);
    }
    if (state === 'failed') {
      this.#note(true, projectTitle, text('notice.deliveryFailed'), () => {
        showProject({ projectId, connectionId });
      });
    }
  }

  /** Shows the collected notifications before the app closes. */
  dispose(): void {
    this.#cancelTimer();
    const gathered = this.#gathered ?? [];
    this.#gathered = null;
    this.#notify(gathered);
  }

  #note(isFailure: boolean, ...words: Finish['words']): void {
    if (this.#gathered) this.#gathered.push({ isFailure, words });
    else this.#show([{ isFailure, words }]);
  }

  #show(finished: readonly Finish[]): void {
    if (finished.length === 0) {
      this.#gathered = null;
      return;
    }
    this.#gathered = [];
    this.#cancelTimer = this.#deps.clock.schedule(togetherMs, () => {
      this.#show(this.#gathered ?? []);
    });
    this.#notify(finished);
  }

  /** Shows one item with its own words and actions; several as a count. */
  #notify(finished: readonly Finish[]): void {
    const { notifier, text, showActivity } = this.#deps;
    const [first] = finished;
    if (!first) return;
    if (finished.length === 1) {
      notifier.notify(...first.words);
      return;
    }
    const failed = finished.filter(({ isFailure }) => isFailure).length;
    const done = finished.length - failed;
    const parts = [
      ...(done > 0 ? [text('notice.moreFinished', { count: done })] : []),
      ...(failed > 0 ? [text('notice.moreFailed', { count: failed })] : []),
    ];
    notifier.notify(parts.join(' · '), text('notice.moreWhere'), showActivity);
  }
}
