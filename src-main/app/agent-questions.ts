import { randomUUID } from 'node:crypto';
import { AppError } from '../../src-shared/app-error.ts';
import type { AgentQuestion } from '../../src-shared/contract/app/agent.ts';
import type { Clock } from '../platform.ts';
import type { AppEvents } from './app-events.ts';

export interface AgentQuestionsDeps {
  readonly clock: Clock;
  readonly events: Pick<AppEvents, 'publish'>;
}

const maxWaitMs = 120_000;
const maxOpen = 100;

interface OpenQuestion extends AgentQuestion {
  readonly answered: PromiseWithResolvers<{ isAllowed: boolean }>;
  readonly cancelTimer: () => void;
}

function nobodyToAsk(): AppError {
  return new AppError(
    'forbidden',
    'Nobody can be asked: start Dailies with its window, or allow it before by dailies mcp --allow.',
    { details: { reason: 'no_window' } },
  );
}

/** Questions of agents that wait for the user. */
export class AgentQuestions {
  readonly #deps: AgentQuestionsDeps;
  readonly #open = new Map<string, OpenQuestion>();
  #hasPage = false;

  constructor(deps: AgentQuestionsDeps) {
    this.#deps = deps;
  }

  /** Resolves with the user's answer; refused after two minutes. @throws AppError `forbidden` without a page, also later. */
  ask(question: Omit<AgentQuestion, 'questionId'>): Promise<{ isAllowed: boolean }> {
    if (!this.#hasPage || this.#open.size >= maxOpen) throw nobodyToAsk();
    const questionId = randomUUID();
    const answered = Promise.withResolvers<{ isAllowed: boolean }>();
    const cancelTimer = this.#deps.clock.schedule(maxWaitMs, () => {
      this.answer(questionId, false);
    });
    this.#open.set(questionId, { ...question, questionId, answered, cancelTimer });
    this.#publish();
    return answered.promise;
  }

  /** Lists the open questions for a page, which answers from now on. */
  list(): AgentQuestion[] {
    this.#hasPage = true;
    return [...this.#open.values()];
  }

  answer(questionId: string, isAllowed: boolean): void {
    const question = this.#open.get(questionId);
    if (!question) return;
    this.#open.delete(questionId);
    question.cancelTimer();
    question.answered.resolve({ isAllowed });
    this.#publish();
  }

  /** The last page has gone: what is open is refused at once, as are new questions until another page lists them. */
  pageClosed(): void {
    this.#hasPage = false;
    for (const { cancelTimer, answered } of this.#open.values()) {
      cancelTimer();
      answered.reject(nobodyToAsk());
    }
    this.#open.clear();
  }

  #publish(): void {
    this.#deps.events.publish('agent.questionsChanged', { questions: [...this.#open.values()] });
  }
}
