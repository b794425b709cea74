import { AppError } from '../src-shared/app-error.ts';
import type { Bridge } from '../src-shared/ipc/bridge.ts';

/** Whether main is connected. `restarted`: it was started again and does not take this page any more. */
export type LinkState = 'open' | 'lost' | 'restarted';

/** A bridge to main that reports when its connection breaks. */
export interface LinkedBridge extends Bridge<File> {
  /** Calls back when the connection to main breaks and when it is restored. Returns the function that unsubscribes. */
  onLinkChange(listener: (state: LinkState) => void): () => void;
}

/** The page's session with its host. */
interface HostSession {
  /** Base of all addresses of the session. Ends in `/`. */
  readonly baseUrl: string;
  /** Sent with every request that acts. */
  readonly token: string;
}

/** Browser functions that the bridge needs. */
export interface HttpBridgeDeps {
  readonly session: HostSession;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly openEvents: (url: string) => EventLinkSource;
}

type EventLinkSource = Pick<EventSource, 'onopen' | 'onmessage' | 'onerror' | 'readyState'>;

/** `readyState` of a stream that the browser has given up. */
const closed = 2;

function unreachable(cause: unknown): AppError {
  return new AppError('service_unreachable', 'The app that served this page does not answer.', { cause });
}

/** Connects to main over HTTP, through the host that served the page. */
export function createHttpBridge(deps: HttpBridgeDeps): LinkedBridge {
  const { session } = deps;
  const events = new EventLink(deps.openEvents(`${session.baseUrl}bridge/events`));

  const post = async (
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
  ): Promise<Response> => {
    try {
      const headers = { ...init.headers, 'x-dailies-session': session.token };
      return await deps.fetch(session.baseUrl + path, { ...init, headers, method: 'POST' });
    } catch (cause) {
      throw unreachable(cause);
    }
  };

  return {
    async invoke(request) {
      await events.settled;
      const response = await post('bridge/invoke', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
      });
      return readAnswer(response);
    },
    subscribe: (listener) => events.subscribe(listener),
    onLinkChange: (listener) => events.onLinkChange(listener),
    async grantFile(file) {
      const response = await post(`bridge/files?name=${encodeURIComponent(file.name)}`, {
        headers: { 'content-type': 'application/octet-stream' },
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
    // A restarted app answers 403.
    if (response.status === 403) throw unreachable(cause);
    throw new AppError('internal', `The host answered ${String(response.status)} without JSON.`, { cause });
  }
}

/**
 * Shares one event stream among all listeners. The browser reconnects a broken stream by itself, but not after a
 * refusal: a restarted app does not know the page's session.
 */
class EventLink {
  readonly #listeners = new Set<(message: unknown) => void>();
  readonly #linkListeners = new Set<(state: LinkState) => void>();
  #state: LinkState = 'open';
  /** Resolves when the stream first opened or failed to: lists read afterwards miss no event. */
  readonly settled: Promise<void>;

  constructor(source: EventLinkSource) {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.settled = promise;
    source.onopen = () => {
      resolve(undefined);
      this.#change('open');
    };
    source.onerror = () => {
      resolve(undefined);
      this.#change(source.readyState === closed ? 'restarted' : 'lost');
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
