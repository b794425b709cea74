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

/** What ends within this time is one notification. */
const togetherMs = 3_000;

interface Finish {
  readonly isFailure: boolean;
  readonly words: Parameters<Notifier['notify']>;
}

/** System notifications for what the user waits for: the end of a generation and of a delivery. */
export class FinishNotices {
  readonly #deps: FinishNoticesDeps;
  #finished: Finish[] = [];
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

  /** What was not shown yet never is: the app closes. */
  dispose(): void {
    this.#finished = [];
    this.#cancelTimer();
  }

  #note(isFailure: boolean, ...words: Finish['words']): void {
    this.#finished.push({ isFailure, words });
    if (this.#finished.length > 1) return;
    this.#cancelTimer = this.#deps.clock.schedule(togetherMs, () => {
      this.#show(this.#finished.splice(0));
    });
  }

  #show(finished: readonly Finish[]): void {
    const { notifier, text, showActivity } = this.#deps;
    const [only] = finished;
    if (only && finished.length === 1) {
      notifier.notify(...only.words);
      return;
    }
    const failed = finished.filter(({ isFailure }) => isFailure).length;
    const done = finished.length - failed;
    const key = failed === 0 ? 'notice.several' : 'notice.severalFailed';
    notifier.notify(text('app.name'), text(key, { done, failed }), showActivity);
  }
}
