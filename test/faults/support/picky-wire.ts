import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Fault of one request. */
export type RequestFault =
  /** Resets the connection after this share of the body, 0 to 1, so that the service never receives all of it. */
  | { readonly kind: 'cut request'; readonly at: number }
  /**
   * Resets the connection after this share of the answer, at the latest before its last byte. The service carries out
   * the request.
   */
  | { readonly kind: 'cut answer'; readonly at: number }
  /**
   * Answers with this status as soon as the head has arrived and discards the rest. If abrupt, it does not even read
   * the rest, so that the connection is reset and the answer may be lost.
   */
  | { readonly kind: 'refuse'; readonly status: number; readonly isAbrupt?: boolean }
  /** Answers with a foreign page in place of the service. */
  | { readonly kind: 'page' }
  /** Lets a third party answer in any way, or never. `isPassedOn`: after the service has carried out the request. */
  | {
      readonly kind: 'answered between';
      readonly isPassedOn: boolean;
      readonly answer: (response: ServerResponse) => void;
    };

const page = '<!doctype html><title>Welcome</title><p>Sign in to use this network.</p>';

/**
 * Connection to a service on this computer that fails for requests of the test's choice, with real resets. The test can
 * remove it and restore it at the same address.
 */
export class PickyWire {
  readonly #target: URL;
  #server = createServer();
  #port = 0;
  /** Called for each request when its head has arrived. */
  faultOf: (request: { readonly method: string; readonly path: string }) => RequestFault | null = () => null;
  /** Method and path of every request. */
  readonly seen: string[] = [];
  /** Number of faulted requests. */
  injected = 0;
  /** Number of requests without a complete answer or whose work has not ended. */
  underWay = 0;

  private constructor(target: URL) {
    this.#target = target;
  }

  /** Starts a wire and unplugs it at the end of the test. */
  static async start(targetUrl: string): Promise<PickyWire> {
    const wire = new PickyWire(new URL(targetUrl));
    await wire.plugIn();
    onTestFinished(() => wire.unplug());
    return wire;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  /** Refuses all further connections and resets the open ones. */
  async unplug(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async plugIn(): Promise<void> {
    this.#server = createServer((request, response) => {
      this.#take(request, response);
    });
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url: path = '' } = request;
    this.seen.push(`${method} ${path}`);
    const fault = this.faultOf({ method, path });
    if (fault !== null) this.injected += 1;
    this.underWay += 1;
    response.on('close', () => (this.underWay -= 1));
    request.on('error', () => undefined);
    if (fault?.kind === 'refuse') {
      response.writeHead(fault.status, fault.isAbrupt ? { connection: 'close' } : {}).end();
      if (!fault.isAbrupt) request.resume();
    } else if (fault?.kind === 'page') {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    } else if (fault?.kind === 'answered between' && !fault.isPassedOn) {
      request.resume().on('end', () => {
        fault.answer(response);
      });
    } else this.#forward(request, response, fault);
  }

  #forward(request: IncomingMessage, response: ServerResponse, fault: RequestFault | null): void {
    const headers = { ...request.headers };
    delete headers.connection;
    const forwarded = httpRequest(new URL(request.url ?? '', this.#target), {
      method: request.method,
      headers,
      agent: false,
    });
    const cut = (): void => {
      request.socket.resetAndDestroy();
      forwarded.destroy();
    };
    forwarded.on('error', cut);
    // The service carries out the request even if a third party answers and the app no longer waits.
    if (fault?.kind === 'answered between') {
      this.underWay += 1;
      forwarded.on('close', () => (this.underWay -= 1));
    } else response.on('close', () => forwarded.destroy());
    forwarded.on('response', (answer) => {
      answer.on('error', cut);
      if (fault?.kind === 'cut answer') sendPart(answer, response, fault.at, cut).catch(cut);
      else if (fault?.kind === 'answered between') {
        answer.resume().on('end', () => {
          fault.answer(response);
        });
      } else answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
    });
    if (fault?.kind === 'cut request') passPart(request, forwarded, fault.at, cut);
    else request.pipe(forwarded);
  }
}

function passPart(
  from: IncomingMessage,
  to: ReturnType<typeof httpRequest>,
  share: number,
  cut: () => void,
): void {
  const most = Math.floor(Number(from.headers['content-length'] ?? 0) * share);
  let passed = 0;
  if (most === 0) {
    to.flushHeaders();
    setImmediate(cut);
    return;
  }
  from.on('data', (chunk: Buffer) => {
    const piece = chunk.subarray(0, most - passed);
    passed += piece.length;
    to.write(piece, () => {
      if (passed >= most) cut();
    });
  });
}

async function sendPart(
  answer: IncomingMessage,
  response: ServerResponse,
  share: number,
  cut: () => void,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const fields = Object.entries({ ...answer.headers, 'content-length': String(body.length) })
    .filter(([name]) => name !== 'transfer-encoding' && name !== 'connection')
    .map(([name, value]) => `${name}: ${String(value)}\r\n`);
  const head = `HTTP/1.1 ${String(answer.statusCode)} Fine\r\n${fields.join('')}\r\n`;
  const whole = Buffer.concat([Buffer.from(head, 'latin1'), body]);
  const most = Math.min(whole.length - 1, Math.floor(whole.length * share));
  if (most === 0) cut();
  else response.socket?.write(whole.subarray(0, most), cut);
}
