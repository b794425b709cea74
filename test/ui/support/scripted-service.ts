import {
  createServer,
  type IncomingMessage,
  request as send,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, type Page } from '@playwright/test';
import { callMain } from './call-main.ts';
import { testWithHosted } from './hosted-service.ts';

interface ScriptedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface SeenRequest {
  /** Method and path, such as `GET /v1/files`. */
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined if there is none. */
  readonly body: unknown;
}

/** Stands before a real service: records requests, answers some as a test says, and goes out of reach. */
export class ScriptedService {
  readonly seen: SeenRequest[] = [];
  readonly #target: URL;
  readonly #answers = new Map<string, ScriptedAnswer>();
  #server: Server | null = null;
  #port = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  /** Unchanged after it was out of reach. */
  get url(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  get host(): string {
    return new URL(this.url).host;
  }

  /** Answers a request, such as `POST /v1/text/generate`, in place of the service; null lets the service answer. */
  script(key: string, answer: ScriptedAnswer | null): void {
    if (answer) this.#answers.set(key, answer);
    else this.#answers.delete(key);
  }

  /** Returns the bodies of a request, in order. */
  bodiesOf(key: string): unknown[] {
    return this.seen.filter((each) => each.key === key).map(({ body }) => body);
  }

  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.#take(request, response));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Goes out of reach until `listen`. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#target);
    const key = `${request.method ?? ''} ${url.pathname}`;
    const bytes = await buffer(request);
    const isJson = request.headers['content-type']?.startsWith('application/json') === true;
    const body: unknown = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
    this.seen.push({ key, query: Object.fromEntries(url.searchParams), body });
    const scripted = this.#answers.get(key);
    if (scripted) {
      response.writeHead(scripted.status, { 'content-type': 'application/json', ...scripted.headers });
      response.end(JSON.stringify(scripted.body));
      return;
    }
    const { method, headers } = request;
    const forwarded = send(url, { method, headers: { ...headers, host: this.#target.host }, agent: false });
    forwarded.on('error', () => response.destroy());
    forwarded.on('response', (answer) => void this.#pass(answer, response));
    forwarded.end(bytes);
  }

  /** Passes an answer on. Links in it lead here, as a service's links lead to itself. */
  async #pass(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = { ...answer.headers };
    delete headers['content-length'];
    const isJson = headers['content-type']?.startsWith('application/json') === true;
    if (!isJson) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      return;
    }
    const text = (await buffer(answer)).toString().replaceAll(this.#target.origin, this.url);
    response.writeHead(answer.statusCode ?? 502, headers).end(text);
  }
}

/** Test with a page over the real app, and a service with sign-in behind a proxy of the test. */
export const testWithScripted = testWithHosted.extend<{ service: ScriptedService }>({
  service: async ({ hosted }, use) => {
    const service = new ScriptedService(hosted.url);
    await service.listen();
    await use(service);
    await service.close();
  },
});

/** Adds the service to the app and shows it. */
export async function useService(page: Page, { url, host }: ScriptedService, apiKey: string): Promise<void> {
  const added = { serviceUrl: url, apiKey };
  const { connectionId } = await callMain<{ connectionId: string }>(page, 'connection.add', added);
  await callMain(page, 'connection.activate', { connectionId });
  await expect(page.getByRole('contentinfo')).toContainText(host);
}
