import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { FoundAddress } from './webhook-target.ts';

/** One attempt to send an event to a receiver. */
export interface EventPost {
  readonly url: URL;
  /** Address to connect to, even if the host name resolves differently by now. */
  readonly address: FoundAddress;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Lookup = NonNullable<RequestOptions['lookup']>;

function pinned({ address, family }: FoundAddress): Lookup {
  return (_hostName, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

/**
 * Posts an event and returns the answer's status. It does not follow redirects or read the answer's body, and checks
 * the receiver's certificate against its name. If the signal is aborted, rejects with its reason.
 */
export async function postEvent(post: EventPost, signal: AbortSignal): Promise<number> {
  const send = post.url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  signal.throwIfAborted();
  const request = send(post.url, {
    method: 'POST',
    agent: false,
    lookup: pinned(post.address),
    headers: { ...post.headers, 'content-length': String(Buffer.byteLength(post.body)) },
  });
  const stop = (): void => void request.destroy(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  request.on('error', (error) => reject(signal.aborted ? (signal.reason as unknown) : error));
  request.on('response', (response) => {
    resolve(response.statusCode ?? 0);
    response.on('error', () => undefined);
    response.destroy();
  });
  request.end(post.body);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
