import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { Clock, Notifier } from '../../platform.ts';
import type { DeliveryRecord } from '../../state/delivery-repository.ts';
import type { GenerationRecord } from '../../state/generation-repository.ts';
import type { FoundJobs } from './rebuild-ledger.ts';

export interface FinishNoticesDeps {
  readonly notifier: Notifier;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly text: TextOf;
  /** Shows a delivery's document. */
  readonly reveal: (deliveryId: string) => void;
  /** Opens it in an editor it was made for. */
  readonly openInEditor: (deliveryId: string) => void;
  /** Shows all jobs in the window. */
  readonly showActivity: () => void;
  /** Shows a project in the window. */
  readonly showProject: (project: { readonly projectId: string; readonly connectionId: string }) => void;
}

/** What ends within this time after a notification is gathered into the next one. */
const togetherMs = 4_000;

interface Finish {
  readonly isFailure: boolean;
  readonly words: Parameters<Notifier['notify']>;
}

/**
 * System notifications for what the user waits for: the end of a generation and of a delivery. The first is shown at
 * once; those that end soon after it are counted in one.
 */
export class FinishNotices {
  readonly #deps: FinishNoticesDeps;
  /** Ended since the last notification; null where the next one is shown at once. */
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

  /** After the state was lost: what the service still knew. */
  foundAgain({ generations, serviceJobs }: FoundJobs): void {
    const { notifier, text } = this.#deps;
    const body =
      generations + serviceJobs === 0
        ? text('notice.foundNothing')
        : text('notice.found', { drafts: generations, jobs: serviceJobs });
    notifier.notify(text('app.name'), body, () => undefined);
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

  /** Shows what is gathered: the app closes. */
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

  /** One keeps its own words and actions; several are counted. */
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
