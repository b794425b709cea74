import { createContext } from 'svelte';
import type { ResponseBody } from '../../../src-shared/api/operations.ts';
import type { WebhookEvent } from '../../../src-shared/api/webhooks.ts';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import { callOperation } from '../../../src-shared/contract/call-operation.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';

export type WebhookEndpoint = ResponseBody<'createWebhookEndpoint'>;

export interface NewWebhookEndpoint {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Empty for none. */
  readonly description: string;
}

/** The webhook endpoints of the active connection's team. */
export class Webhooks {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  /** Null until they were read. */
  endpoints = $state.raw<readonly WebhookEndpoint[] | null>(null);
  nextCursor = $state.raw<string | null>(null);
  error = $state.raw<ErrorBody | null>(null);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Drops the endpoints, because another service has others. */
  forget(): void {
    this.#order.outdate();
    this.endpoints = null;
    this.nextCursor = null;
    this.error = null;
  }

  /**
   * Reads the first endpoints, or with `isNext` those that follow. Never rejects: a failure is stored in `error`, and the
   * known ones stay.
   */
  async read(isNext = false): Promise<void> {
    this.#order.outdate();
    const isNews = this.#order.begin();
    const before = isNext ? (this.endpoints ?? []) : [];
    const query = isNext && this.nextCursor !== null ? { cursor: this.nextCursor } : {};
    try {
      const { endpoints, nextCursor } = await callOperation(this.#client, 'listWebhookEndpoints', { query });
      if (!isNews()) return;
      this.endpoints = [...before, ...endpoints];
      this.nextCursor = nextCursor;
      this.error = null;
    } catch (error) {
      if (isNews()) this.error = errorBodyOf(error);
    }
  }

  /** Returns the endpoint with its secret, which the service tells this once. @throws AppError as of the service. */
  async create({ url, events, description }: NewWebhookEndpoint): Promise<WebhookEndpoint> {
    const body = { url, events: [...events], ...(description === '' ? {} : { description }) };
    const created = await callOperation(this.#client, 'createWebhookEndpoint', { body });
    await this.read();
    return created;
  }

  /** @throws AppError as of the service. */
  async remove(endpointId: string): Promise<void> {
    await callOperation(this.#client, 'deleteWebhookEndpoint', { path: { endpointId } });
    await this.read();
  }
}

export const [getWebhooks, setWebhooks] = createContext<Webhooks>();
