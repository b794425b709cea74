import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { EventPayload } from '../../../src-shared/ipc/define.ts';
import type { ReturnRecord } from '../../state/return-repository.ts';

export type PublishReturns = (change: EventPayload<AppContract, 'return.changed'>) => void;

const publishAtOnce = 50;

/** Collects the changes of one scan and publishes them in batches. */
export class ReturnChanges {
  readonly news: ReturnRecord[] = [];
  readonly #publish: PublishReturns;
  #returns: ReturnRecord[] = [];
  #removedIds: string[] = [];

  constructor(publish: PublishReturns) {
    this.#publish = publish;
  }

  put(record: ReturnRecord): void {
    this.#returns.push(record);
    if (this.#returns.length >= publishAtOnce) this.flush();
  }

  /** Like `put`, for a return that the user has not seen yet. */
  tell(record: ReturnRecord): void {
    this.news.push(record);
    this.put(record);
  }

  remove(returnId: string): void {
    this.#removedIds.push(returnId);
  }

  flush(): void {
    const returns = this.#returns;
    const removedIds = this.#removedIds;
    if (returns.length + removedIds.length === 0) return;
    [this.#returns, this.#removedIds] = [[], []];
    this.#publish({ returns, removedIds });
  }
}
