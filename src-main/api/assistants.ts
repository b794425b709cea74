import type { AssistantMessage } from '../../src-shared/api/assistant.ts';
import type { HttpClient } from './http-client.ts';
import type { Priority } from './team-budget.ts';

/** Messages of the assistant (specification §4.4). */
export class Assistants {
  readonly #http: HttpClient;

  constructor(deps: { http: HttpClient }) {
    this.#http = deps.http;
  }

  getMessage(messageId: string, signal: AbortSignal, priority: Priority): Promise<AssistantMessage> {
    return this.#http.call('getAssistantMessage', { path: { messageId }, signal, priority });
  }
}
