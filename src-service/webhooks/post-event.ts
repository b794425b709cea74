import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { FoundAddress } from './webhook-target.ts';

/** One attempt to tell one receiver. */
export interface EventPost {
  readonly url: URL;
  /** Where the connection goes, whatever the name leads to by now. */
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
 * Posts an event and tells the answer's status. Redirects are not followed and what the answer says is not read. The
 * receiver's certificate is checked against its name. Rejects with the signal's reason once that is aborted.
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
