import { AppError } from '../../../src-shared/app-error.ts';
import type { UpdatesRecord } from '../../../src-shared/contract/app/updates.ts';

type Publish = (name: 'updates.changed', payload: { updates: UpdatesRecord | null }) => void;

/** Updates of the fake main; none until a test sets some. */
export class FakeUpdates {
  readonly #publish: Publish;
  #record: UpdatesRecord | null = null;

  constructor(publish: Publish) {
    this.#publish = publish;
  }

  /** Changes the updates and notifies an open page. */
  set(change: Partial<UpdatesRecord>): void {
    this.#record = {
      isAutomatic: true,
      isChecking: false,
      checkedAt: Date.now(),
      available: null,
      stage: null,
      waitsFor: null,
      receivedBytes: 0,
      totalBytes: 0,
      installs: 'at_quit',
      error: null,
      isOverdue: false,
      failedVersion: null,
      news: null,
      previousVersion: null,
      ...this.#record,
      ...change,
    };
    this.#publish('updates.changed', { updates: this.#record });
  }

  get record(): UpdatesRecord {
    if (this.#record) return this.#record;
    throw new AppError('not_supported_here', 'There are no updates.');
  }

  handlers() {
    const change = (change: Partial<UpdatesRecord>) => {
      this.set(change);
      return { updates: this.record };
    };
    return {
      'updates.get': () => ({ updates: this.#record }),
      'updates.check': () => change({ error: null }),
      'updates.download': () => change({ error: null, waitsFor: null, stage: 'downloading' }),
      'updates.setAutomatic': ({ isAutomatic }: { isAutomatic: boolean }) => change({ isAutomatic }),
      'updates.install': () => ({}),
      'updates.openPrevious': () => ({}),
      'updates.dismissNews': () => change({ news: null, failedVersion: null }),
    };
  }
}
