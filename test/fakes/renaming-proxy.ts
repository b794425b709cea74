import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Proxy that replaces the service's address with its own in all answers and records the requests. A client that finds
 * every address by discovery therefore sends all its requests through the proxy.
 */
export class RenamingProxy {
  /** Path and form or body of every request. */
  readonly seen: { readonly path: string; readonly body: string }[] = [];
  readonly url: string;
  readonly #target: URL;

  private constructor(url: string, target: URL) {
    this.url = url;
    this.#target = target;
  }

  /** Starts a proxy and closes it at the end of the test. */
  static async start(serviceUrl: string): Promise<RenamingProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const proxy = new RenamingProxy(`http://127.0.0.1:${String(port)}`, new URL(serviceUrl));
    server.on('request', (request, response) => void proxy.#pass(request, response));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return proxy;
  }

  /** Counts token requests with a grant of this type, without those that only check whether a client is known. */
  countGrants(type: string): number {
    return this.seen.filter(
      ({ path, body }) =>
        path.endsWith('/token') &&
        body.includes(`grant_type=${type}`) &&
        !body.includes('is-this-client-known'),
    ).length;
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    this.seen.push({ path: request.url ?? '', body: body.toString() });
    const toService = (text: string): string => renamed(text, this.url, this.#target.origin);
    const fromService = (text: string): string => renamed(text, this.#target.origin, this.url);
    const headers = mapHeaders({ ...request.headers, host: this.#target.host }, toService);
    const forwarded = httpRequest(new URL(request.url ?? '', this.#target), {
      method: request.method,
      headers,
      agent: false,
    });
    forwarded.on('error', () => response.destroy());
    forwarded.on('response', (answer) => {
      const answered = bytesOf(answer).then((bytes) => {
        const text = fromService(bytes.toString());
        response.writeHead(answer.statusCode ?? 502, mapHeaders(answer.headers, fromService)).end(text);
      });
      answered.catch((error: unknown) => response.destroy(error as Error));
    });
    forwarded.end(toService(body.toString()));
  }
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function renamed(text: string, from: string, to: string): string {
  return text.replaceAll(from, to).replaceAll(encodeURIComponent(from), encodeURIComponent(to));
}

/** Each side of the proxy sets these headers itself. */
const ownHeaders = ['content-length', 'transfer-encoding', 'connection'];

function mapHeaders(
  headers: IncomingMessage['headers'],
  change: (text: string) => string,
): Record<string, string | string[]> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || ownHeaders.includes(name)
      ? []
      : [[name, Array.isArray(value) ? value.map(change) : change(value)] as const],
  );
  return Object.fromEntries(entries);
}
