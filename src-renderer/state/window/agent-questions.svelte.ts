import type { AgentQuestion } from '../../../src-shared/contract/app/agent.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';

/** Questions of agents that wait for the user. */
export class AgentQuestions {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  #list = $state.raw<readonly AgentQuestion[]>([]);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** The oldest; null without one. */
  get first(): AgentQuestion | null {
    return this.#list[0] ?? null;
  }

  /** Returns the function that unsubscribes. */
  start(): () => void {
    return this.#client.on('agent.questionsChanged', ({ questions }) => {
      this.#order.outdate();
      this.#list = questions;
    });
  }

  async refresh(): Promise<void> {
    const isNews = this.#order.begin();
    const answer = await this.#client.call('agent.questions', {}).catch(() => null);
    if (answer && isNews()) this.#list = answer.questions;
  }

  /** Answers a question once: the next one is shown at once, and a second press is not meant for it. */
  async answer(questionId: string, isAllowed: boolean): Promise<void> {
    this.#list = this.#list.filter((question) => question.questionId !== questionId);
    await this.#client.call('agent.answer', { questionId, isAllowed });
  }
}
