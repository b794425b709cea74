import type { Notifier } from '../../platform.ts';
import type { DeliveryRecord } from '../../state/delivery-repository.ts';
import type { GenerationRecord } from '../../state/generation-repository.ts';
import type { FoundJobs } from './rebuild-ledger.ts';

export interface FinishNoticesDeps {
  readonly notifier: Notifier;
  /** Shows a delivery's document. */
  readonly reveal: (deliveryId: string) => void;
}

/** System notifications for what the user waits for: the end of a generation and of a delivery. */
export class FinishNotices {
  readonly #deps: FinishNoticesDeps;

  constructor(deps: FinishNoticesDeps) {
    this.#deps = deps;
  }

  generationFinished({ state, title }: GenerationRecord): void {
    if (state === 'succeeded') this.#deps.notifier.notify(title, 'The draft is ready.', () => undefined);
    if (state === 'failed')
      this.#deps.notifier.notify(title, 'The draft could not be made.', () => undefined);
  }

  /** After the state was lost: what the service still knew. */
  foundAgain({ generations, serviceJobs }: FoundJobs): void {
    const body =
      generations + serviceJobs === 0
        ? 'The service knows of no jobs that were not in the list.'
        : `Found at the service and put back into the list: drafts ${String(generations)}, other jobs under way ${String(serviceJobs)}.`;
    this.#deps.notifier.notify('Dailies', body, () => undefined);
  }

  deliveryFinished({ state, projectTitle, folderName, deliveryId }: DeliveryRecord): void {
    if (state === 'done') {
      this.#deps.notifier.notify(projectTitle, `${folderName ?? 'It'} is in the delivery folder.`, () => {
        this.#deps.reveal(deliveryId);
      });
    }
    if (state === 'failed') {
      this.#deps.notifier.notify(
        projectTitle,
        'It could not be put into the delivery folder.',
        () => undefined,
      );
    }
  }
}
