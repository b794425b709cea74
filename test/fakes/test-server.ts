import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atTestEnd } from '../support/at-test-end.ts';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export type Answer = (request: SeenRequest, response: ServerResponse) => unknown;

/** Real HTTP server on 127.0.0.1 that answers as a test specifies and records its requests. */
export class TestServer {
  readonly seen: SeenRequest[] = [];
  /** Clock of the service itself, in Unix milliseconds. */
  nowMs: () => number = () => Date.now();
  readonly #server: Server;
  #answer: Answer;

  private constructor(server: Server, answer: Answer) {
    this.#server = server;
    this.#answer = answer;
  }

  /** Starts a server and closes it at the end of the test. */
  static async start(answer: Answer, port = 0): Promise<TestServer> {
    const server = createServer();
    const testServer = new TestServer(server, answer);
    server.on('request', (request, response) => void testServer.#take(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    atTestEnd(() => testServer.stop());
    return testServer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  answerWith(answer: Answer): void {
    this.#answer = answer;
  }

  /** Ends all current connections; the server keeps running. */
  closeConnections(): void {
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    response.setHeader('date', new Date(this.nowMs()).toUTCString());
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = '', url = '', headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks) };
      this.seen.push(seen);
      await this.#answer(seen, response);
    } catch {
      response.destroy();
    }
  }
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** Returns an address at which no server listens. */
export async function unusedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${String(port)}`;
}
