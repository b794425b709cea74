import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What becomes of one request on its way. */
export type RequestFault =
  /** The connection is reset when this share of the body has passed, 0 to 1: the service never sees all of it. */
  | { readonly kind: 'cut request'; readonly at: number }
  /** The service carries it out; the connection is reset after this share of the answer, its last byte at most. */
  | { readonly kind: 'cut answer'; readonly at: number }
  /**
   * It is answered with this status as soon as its head is here. The rest is thrown away; where the end is abrupt it is
   * not even read, so that the connection is reset and the answer may be lost.
   */
  | { readonly kind: 'refuse'; readonly status: number; readonly isAbrupt?: boolean }
  /** Somebody answers in place of the service, with a page. */
  | { readonly kind: 'page' }
  /** Somebody in between answers as they like, or never; `isPassedOn`: after the service has carried it out. */
  | {
      readonly kind: 'answered between';
      readonly isPassedOn: boolean;
      readonly answer: (response: ServerResponse) => void;
    };

const page = '<!doctype html><title>Welcome</title><p>Sign in to use this network.</p>';

/**
 * A way to a service on this computer that breaks for the requests a test picks, by real resets of the connection.
 * It can be taken away as a whole and given back at the same address.
 */
export class PickyWire {
  readonly #target: URL;
  #server = createServer();
  #port = 0;
  /** Asked for each request, when its head is here. */
  faultOf: (request: { readonly method: string; readonly path: string }) => RequestFault | null = () => null;
  /** Method and path of every request that came. */
  readonly seen: string[] = [];
  /** So many requests were broken. */
  injected = 0;
  /** So many requests have not been answered to their end, or not been carried out. */
  underWay = 0;

  private constructor(target: URL) {
    this.#target = target;
  }

  /** Taken away when the test ends. */
  static async start(targetUrl: string): Promise<PickyWire> {
    const wire = new PickyWire(new URL(targetUrl));
    await wire.plugIn();
    onTestFinished(() => wire.unplug());
    return wire;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  /** Connections are refused from now on, and those that are open are reset. */
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
      ...{ method: request.method, headers, agent: false },
    });
    const cut = (): void => {
      request.socket.resetAndDestroy();
      forwarded.destroy();
    };
    forwarded.on('error', cut);
    // What is answered by somebody else is carried out all the same, also for an app that no longer waits.
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
