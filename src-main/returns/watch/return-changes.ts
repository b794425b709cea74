import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { EventPayload } from '../../../src-shared/ipc/define.ts';
import type { ReturnRecord, ReturnRepository } from '../../state/return-repository.ts';

export type PublishReturns = (change: EventPayload<AppContract, 'return.changed'>) => void;

const atOnce = 50;

/** Collects the changes of one scan: stores the returns that it found first, and publishes all, in batches. */
export class ReturnChanges {
  /** Returns that the user has not seen yet. */
  readonly news: ReturnRecord[] = [];
  readonly #repository: Pick<ReturnRepository, 'addAll'>;
  readonly #publish: PublishReturns;
  #found: ReturnRecord[] = [];
  #returns: ReturnRecord[] = [];
  #removedIds: string[] = [];

  constructor(repository: Pick<ReturnRepository, 'addAll'>, publish: PublishReturns) {
    this.#repository = repository;
    this.#publish = publish;
  }

  /** Adds a return without a record, which is stored in one transaction with the others. */
  found(record: ReturnRecord): void {
    this.#found.push(record);
    if (this.#found.length >= atOnce) this.flush();
  }

  /** Adds a stored return. */
  put(record: ReturnRecord): void {
    this.#returns.push(record);
    if (this.#returns.length >= atOnce) this.flush();
  }

  /** Like `put`, for a return that the user has not seen yet. */
  tell(record: ReturnRecord): void {
    this.news.push(record);
    this.put(record);
  }

  remove(returnId: string): void {
    this.#removedIds.push(returnId);
  }

  /** @throws AppError `disk_full`, `state_unreadable`, once what is stored is published. */
  flush(): void {
    const returns = this.#returns;
    const removedIds = this.#removedIds;
    const found = this.#found;
    this.#returns = [];
    this.#removedIds = [];
    this.#found = [];
    if (returns.length + removedIds.length > 0) this.#publish({ returns, removedIds });
    const added = found.length === 0 ? [] : this.#repository.addAll(found);
    if (added.length > 0) this.#publish({ returns: added, removedIds: [] });
  }
}
