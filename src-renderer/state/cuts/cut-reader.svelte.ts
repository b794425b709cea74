import { createContext } from 'svelte';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type { CutOf, CutView } from '../../../src-shared/contract/cut.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';

/** One cut of any kind, as main has it. */
export class CutReader {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  #read: (() => Promise<void>) | null = null;

  /** Null until it was read. */
  view = $state.raw<CutView | null>(null);
  /** Reason why it cannot be read. */
  error = $state.raw<ErrorBody | null>(null);

  constructor(client: AppClient) {
    this.#client = client;
  }

  /** Reads a cut and follows it. Returns the function that ends this. */
  open(projectId: string, of: CutOf): () => void {
    this.#forget();
    const read = (): Promise<void> => this.#readOnce(projectId, of);
    this.#read = read;
    const stop = this.#client.on('cut.changed', (changed) => {
      if (changed.projectId === projectId) void read();
    });
    void read();
    return () => {
      stop();
      if (this.#read === read) this.#forget();
    };
  }

  retry(): void {
    void this.#read?.();
  }

  #forget(): void {
    this.#order.outdate();
    this.#read = null;
    this.view = null;
    this.error = null;
  }

  async #readOnce(projectId: string, of: CutOf): Promise<void> {
    const isNews = this.#order.begin();
    try {
      const view = await this.#client.call('cut.get', { projectId, of });
      if (!isNews()) return;
      this.view = view;
      this.error = null;
    } catch (error) {
      if (isNews()) this.error = errorBodyOf(error);
    }
  }
}

/** Makes readers of cuts for the parts that show them. */
export class CutReaders {
  readonly #client: AppClient;

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  create(): CutReader {
    return new CutReader(this.#client);
  }
}

export const [getCutReaders, setCutReaders] = createContext<CutReaders>();
