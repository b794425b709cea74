import { AppError } from '../src-shared/app-error.ts';
import type { LinkedBridge, LinkState } from './bridge.ts';

/** What the bridge needs of the browser. */
export interface HttpBridgeDeps {
  readonly origin: string;
  readonly sessionToken: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly openEvents: (url: string) => Pick<EventSource, 'onopen' | 'onmessage' | 'onerror'>;
}

function unreachable(cause: unknown): AppError {
  return new AppError('service_unreachable', 'The app that served this page does not answer.', { cause });
}

/** Main over HTTP of the host that served the page. */
export function createHttpBridge(deps: HttpBridgeDeps): LinkedBridge {
  const events = new EventLink(() => deps.openEvents(`${deps.origin}/bridge/events`));
  const headers = { 'x-dailies-session': deps.sessionToken };

  const post = async (path: string, init: RequestInit): Promise<Response> => {
    try {
      return await deps.fetch(`${deps.origin}${path}`, { ...init, method: 'POST' });
    } catch (cause) {
      throw unreachable(cause);
    }
  };

  return {
    async invoke(request) {
      await events.settled;
      const response = await post('/bridge/invoke', {
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(request),
      });
      return readAnswer(response);
    },
    subscribe: (listener) => events.subscribe(listener),
    onLinkChange: (listener) => events.onLinkChange(listener),
    async grantFile(file) {
      const response = await post(`/bridge/files?name=${encodeURIComponent(file.name)}`, {
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: file,
      });
      return readAnswer(response);
    },
  };
}

async function readAnswer(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw new AppError('internal', `The host answered ${String(response.status)} without JSON.`, { cause });
  }
}

/** One stream of events for all listeners. The browser opens it again by itself when it breaks. */
class EventLink {
  readonly #listeners = new Set<(message: unknown) => void>();
  readonly #linkListeners = new Set<(state: LinkState) => void>();
  #state: LinkState = 'open';
  /** Done when the stream was opened for the first time, or failed to: what is listed then misses no event. */
  readonly settled: Promise<void>;

  constructor(open: () => Pick<EventSource, 'onopen' | 'onmessage' | 'onerror'>) {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.settled = promise;
    const source = open();
    source.onopen = () => {
      resolve(undefined);
      this.#change('open');
    };
    source.onerror = () => {
      resolve(undefined);
      this.#change('lost');
    };
    source.onmessage = (event: MessageEvent<string>) => {
      const message: unknown = JSON.parse(event.data);
      for (const listener of this.#listeners) listener(message);
    };
  }

  subscribe(listener: (message: unknown) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onLinkChange(listener: (state: LinkState) => void): () => void {
    this.#linkListeners.add(listener);
    return () => this.#linkListeners.delete(listener);
  }

  #change(state: LinkState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#linkListeners) listener(state);
  }
}
