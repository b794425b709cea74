import type { IncomingHttpHeaders } from 'node:http';
import { onTestFinished, vi } from 'vitest';
import type { Caller, Json } from './caller.ts';
import { listenForPosts } from './listen-for-posts.ts';
import { recordEvent } from './record-exchange.ts';

/** Delivery as it arrived. */
export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly json: Json;
}

/** Receiver of webhooks on this computer. */
export interface WebhookReceiver {
  readonly url: string;
  readonly deliveries: Delivery[];
  /** Status of the next answers, 200 by default; `silence` sends no answer. */
  answer: number | 'silence';
  /** Resolves with the delivery that completes the count. */
  until(count: number): Promise<Delivery>;
}

/** Listens until the end of the test. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const deliveries: Delivery[] = [];
  const { port, close } = await listenForPosts((request, body, response) => {
    deliveries.push({ headers: request.headers, body, json: JSON.parse(body) });
    recordEvent(request.headers, JSON.parse(body));
    if (receiver.answer === 'silence') return;
    const location = receiver.answer === 302 ? { location: '/elsewhere' } : {};
    response.writeHead(receiver.answer, location).end();
  });
  onTestFinished(close);
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hooks`,
    deliveries,
    answer: 200,
    until: (count) =>
      vi.waitFor(
        () => {
          const delivery = deliveries[count - 1];
          if (!delivery) throw new Error(`${deliveries.length} of ${count} deliveries came`);
          return delivery;
        },
        { timeout: 10_000, interval: 5 },
      ),
  };
  return receiver;
}

/** Registers an endpoint. */
export async function subscribe(caller: Caller, url: string, events: readonly string[]): Promise<Json> {
  const { status, body } = await caller.post('/v1/webhooks/endpoints', { url, events });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}
