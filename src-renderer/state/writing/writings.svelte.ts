import { SvelteMap } from 'svelte/reactivity';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import { callOperation } from '../../../src-shared/contract/call-operation.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { noOptions, type WritingOptions, writingRequest, type WritingTask } from './writing-request.ts';

/** A text that the service writes for one field of a draft, shown beside it. */
export class Writing {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  readonly #owner: Pick<Writings, 'options'>;

  /** What is written; null while nothing is shown. */
  task = $state<WritingTask | null>(null);
  /** Name of the text that it is written for, within the draft. */
  textName = $state('');
  /** Code of the language to translate into. */
  language = $state<string | null>(null);
  instruction = $state('');
  result = $state.raw<string | null>(null);
  error = $state.raw<ErrorBody | null>(null);
  isRunning = $state(false);

  constructor(deps: { client: AppClient; owner: Pick<Writings, 'options'> }) {
    this.#client = deps.client;
    this.#owner = deps.owner;
  }

  /** Shows a task for a text, without its result. */
  show(task: WritingTask, textName: string): void {
    this.close();
    this.task = task;
    this.textName = textName;
  }

  /** Shows nothing. */
  close(): void {
    this.stop();
    this.task = null;
    this.result = null;
    this.error = null;
  }

  /** Has the text written. Never rejects: a failure is stored in `error`. @param language English name. */
  async run(text: string, language: string): Promise<void> {
    const { task, instruction } = this;
    if (task === null) return;
    const isNews = this.#order.begin();
    this.isRunning = true;
    this.error = null;
    try {
      const body = writingRequest({ task, text, language, instruction }, this.#owner.options);
      const answer = await callOperation(this.#client, 'generateText', { body });
      if (!isNews()) return;
      this.result = answer.text;
    } catch (error) {
      if (!isNews()) return;
      this.error = errorBodyOf(error);
    }
    this.isRunning = false;
  }

  /** Drops the answer that is awaited. */
  stop(): void {
    this.#order.outdate();
    this.isRunning = false;
  }
}

/** The texts that the service writes, one per draft, with settings they share. */
export class Writings {
  readonly #client: AppClient;
  readonly #byDraft = new SvelteMap<string, Writing>();

  options = $state.raw<WritingOptions>(noOptions);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Returns the writing of a draft, which lasts while the page does. */
  of(draftKey: string): Writing {
    const known = this.#byDraft.get(draftKey);
    if (known) return known;
    const writing = new Writing({ client: this.#client, owner: this });
    this.#byDraft.set(draftKey, writing);
    return writing;
  }
}
