import { vi } from 'vitest';
import type { Json } from '../support/caller.ts';
import { listenForPosts } from '../support/listen-for-posts.ts';
import { recordEvent } from '../support/record-exchange.ts';

/** Delivery as it arrived. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly json: Json;
}

/** Receiver of events on this computer. */
export interface EventReceiver {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** Resolves with the first delivery that matches, including those already received. */
  until(fits: (payload: Json) => boolean): Promise<Delivery>;
  close(): void;
}

/** Listens on a free port and answers every delivery with 200. */
export async function startEventReceiver(): Promise<EventReceiver> {
  const deliveries: Delivery[] = [];
  const { port, close } = await listenForPosts((request, body, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    deliveries.push({ headers: Object.fromEntries(headers), body, json: JSON.parse(body) });
    response.writeHead(200).end();
  });
  const find = (fits: (payload: Json) => boolean) => () => {
    const found = deliveries.find(({ json }) => fits(json));
    if (!found) throw new Error(`not among ${deliveries.map(({ json }) => json['event']).join(', ')}`);
    return found;
  };
  return {
    url: `http://127.0.0.1:${port}/events`,
    deliveries,
    until: async (fits) => {
      const found = await vi.waitFor(find(fits), { timeout: 60_000, interval: 100 });
      // Records the event when a test looks at it, because the test running at its arrival is random.
      recordEvent(found.headers, found.json);
      return found;
    },
    close,
  };
}
