import type { Notifier } from '../../platform.ts';
import type { DeliveryRecord } from '../../state/delivery-repository.ts';
import type { GenerationRecord } from '../../state/generation-repository.ts';
import type { FoundJobs } from './rebuild-ledger.ts';

export interface FinishNoticesDeps {
  readonly notifier: Notifier;
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
    const { notifier, showProject } = this.#deps;
    const show = (): void => {
      if (projectId !== null) showProject({ projectId, connectionId });
    };
    if (state === 'succeeded') notifier.notify(title, 'The draft is ready.', show);
    if (state === 'failed') notifier.notify(title, 'The draft could not be made.', show);
  }

  /** After the state was lost: what the service still knew. */
  foundAgain({ generations, serviceJobs }: FoundJobs): void {
    const body =
      generations + serviceJobs === 0
        ? 'The service knows of no jobs that were not in the list.'
        : `Found at the service and put back into the list: drafts ${String(generations)}, other jobs under way ${String(serviceJobs)}.`;
    this.#deps.notifier.notify('Dailies', body, () => undefined);
  }

  deliveryFinished(record: DeliveryRecord): void {
    const { state, projectTitle, folderName, deliveryId, projectId, connectionId } = record;
    const { notifier, reveal, openInEditor, showProject } = this.#deps;
    if (state === 'done') {
      const revealIt = (): void => {
        reveal(deliveryId);
      };
      const actions = [
        { label: 'Reveal', run: revealIt },
        {
          label: 'Open in Editor',
          run: () => {
            openInEditor(deliveryId);
          },
        },
      ];
      notifier.notify(projectTitle, `${folderName ?? 'It'} is in the delivery folder.`, revealIt, actions);
    }
    if (state === 'failed') {
      notifier.notify(projectTitle, 'It could not be put into the delivery folder.', () => {
        showProject({ projectId, connectionId });
      });
    }
  }
}
