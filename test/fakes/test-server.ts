import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export type Answer = (request: SeenRequest, response: ServerResponse) => unknown;

/** A real HTTP server on 127.0.0.1 that answers as a test says and keeps what it was asked. */
export class TestServer {
  readonly seen: SeenRequest[] = [];
  /** The service's own clock, in Unix milliseconds. */
  nowMs: () => number = () => Date.now();
  readonly #server: Server;
  #answer: Answer;

  private constructor(server: Server, answer: Answer) {
    this.#server = server;
    this.#answer = answer;
  }

  /** Closed when the test ends. */
  static async start(answer: Answer, port = 0): Promise<TestServer> {
    const server = createServer();
    const testServer = new TestServer(server, answer);
    server.on('request', (request, response) => void testServer.#take(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    onTestFinished(() => testServer.stop());
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

  /** Ends what is under way; the server goes on. */
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

/** An address nobody listens at. */
export async function unusedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${String(port)}`;
}
