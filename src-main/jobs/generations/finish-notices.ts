import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { Notifier } from '../../platform.ts';
import type { DeliveryRecord } from '../../state/delivery-repository.ts';
import type { GenerationRecord } from '../../state/generation-repository.ts';
import type { FoundJobs } from './rebuild-ledger.ts';

export interface FinishNoticesDeps {
  readonly notifier: Notifier;
  readonly text: TextOf;
  /** Shows a delivery's document. */
  readonly reveal: (deliveryId: string) => void;
  /** Opens it in an editor it was made for. */
  readonly openInEditor: (deliveryId: string) => void;
  /** Shows a project in the window. */
  readonly showProject: (project: { readonly projectId: string; readonly connectionId: string }) => void;
}

/** System notifications for what the user waits for: the end of a generation and of a delivery. */
export class FinishNotices {
  readonly #deps: FinishNoticesDeps;

  constructor(deps: FinishNoticesDeps) {
    this.#deps = deps;
  }

  generationFinished({ state, title, projectId, connectionId }: GenerationRecord): void {
    const { notifier, text, showProject } = this.#deps;
    const show = (): void => {
      if (projectId !== null) showProject({ projectId, connectionId });
    };
    if (state === 'succeeded') notifier.notify(title, text('notice.draftReady'), show);
    if (state === 'failed') notifier.notify(title, text('notice.draftFailed'), show);
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
    const { notifier, text, reveal, openInEditor, showProject } = this.#deps;
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
      notifier.notify(projectTitle, body, revealIt, actions);
    }
    if (state === 'failed') {
      notifier.notify(projectTitle, text('notice.deliveryFailed'), () => {
        showProject({ projectId, connectionId });
      });
    }
  }
}
