import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import { createCallGate, maxCallBytes } from '../../../src-shared/ipc/call-limits.ts';
import type { App } from '../../app/compose.ts';
import { pageHeaders } from '../page/content-security-policy.ts';
import { readPageFile } from '../page/page-files.ts';
import { EventStream } from './event-stream.ts';
import { Gate, type Refusal } from './gate.ts';
import type { LoopbackEnds } from './peer-user.ts';
import { readJson } from './read-json.ts';
import { Session } from './session.ts';

export interface BrowserHostDeps {
  readonly app: Pick<App, 'router' | 'subscribe' | 'fileGrants' | 'openMedia'>;
  /** The built page. */
  readonly rendererFolder: string;
  /** True if another user's program is at the other end of a connection. */
  readonly isOfOtherUser: (ends: LoopbackEnds) => Promise<boolean>;
  /** Called when the last open page has gone. */
  readonly onPagesGone: () => void;
  /** Called with every bug that a request runs into. */
  readonly onBug: (where: string, error: unknown) => void;
}

/** Bodies have no time limit, as large files take long. A browser sends a head at once or not at all. */
const limits = { requestTimeout: 0, headersTimeout: 5_000, connectionsCheckingInterval: 1_000 } as const;
const mediaPath = '/media/';
const othersRefused: Refusal = { status: 403, reason: 'Dailies belongs to another user of this computer.' };
const nothingHere: Refusal = { status: 403, reason: 'There is nothing here.' };
const policy = { connect: "'self'", media: '' } as const;

/** Serves the page and its bridge on 127.0.0.1 to one browser. This is the second way into the app, beside Electron. */
export class BrowserHost {
  readonly #deps: BrowserHostDeps;
  readonly #session = new Session();
  readonly #events: EventStream;
  readonly #callGate = createCallGate();
  #server: Server | null = null;
  #gate: Gate | null = null;
  #unsubscribe: (() => void) | null = null;
  #origin = '';

  constructor(deps: BrowserHostDeps) {
    this.#deps = deps;
    this.#events = new EventStream(deps.onPagesGone);
  }

  /**
   * Starts listening.
   * @param port 0 takes a free one.
   * @returns the address to open, good for one use.
   */
  async start(port: number): Promise<string> {
    const server = createServer(limits, (request, response) => void this.#answer(request, response));
    server.maxConnections = 2_000;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    const actual = (server.address() as AddressInfo).port;
    this.#server = server;
    this.#gate = new Gate({ session: this.#session, port: actual });
    this.#origin = `http://127.0.0.1:${String(actual)}`;
    this.#unsubscribe = this.#deps.app.subscribe((message) => {
      this.#events.send(message);
    });
    return this.#addressWith(this.#session.startToken ?? this.#session.renewStartToken());
  }

  /** Creates a new address that opens the page once. */
  renewAddress(): string {
    return this.#addressWith(this.#session.renewStartToken());
  }

  async dispose(): Promise<void> {
    this.#unsubscribe?.();
    this.#events.close();
    const server = this.#server;
    if (!server) return;
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  }

  #addressWith(startToken: string): string {
    return `${this.#origin}/start?token=${startToken}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      const isBug = !(error instanceof AppError);
      if (isBug && !request.destroyed) this.#deps.onBug('browser host', error);
      if (response.headersSent) response.destroy();
      else sendJson(response, isBug ? 500 : 400, { ok: false, error: toErrorBody(error) });
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gate = this.#gate;
    if (!gate) throw new Error('The host is not listening.');
    const refusedHost = gate.checkHost(request);
    if (refusedHost) return refuse(response, refusedHost);
    const url = new URL(request.url ?? '/', this.#origin);
    if (request.method === 'GET' && url.pathname === '/start') return this.#open(url, request, response);
    if (request.method === 'POST') return this.#act(gate, url, request, response);
    if (request.method === 'GET') return this.#read(gate, url, request, response);
    return refuse(response, nothingHere);
  }

  async #act(gate: Gate, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = gate.checkActor(request);
    if (refused) return refuse(response, refused);
    const path = this.#session.pathBelow(url.pathname);
    if (path === '/bridge/invoke') return this.#invoke(request, response);
    if (path === '/bridge/files') return this.#receiveFile(url, request, response);
    return refuse(response, nothingHere);
  }

  async #read(gate: Gate, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = gate.checkReader(request);
    if (refused) return refuse(response, refused);
    const path = this.#session.pathBelow(url.pathname);
    if (path === null) return refuse(response, nothingHere);
    if (path === '/bridge/events') return this.#events.add(response);
    if (path.startsWith(mediaPath)) return this.#sendMedia(path, request, response);
    return this.#sendPageFile(path, response);
  }

  /** Other users can read the address, as it is on the command line of the program that opens the browser. */
  async #open(url: URL, { socket }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await this.#deps.isOfOtherUser(socket)) return refuse(response, othersRefused);
    const cookie = this.#session.open(url.searchParams.get('token'));
    if (!cookie) {
      return refuse(response, { status: 403, reason: 'This address was used before. Start Dailies again.' });
    }
    response.writeHead(303, {
      location: this.#session.path,
      'set-cookie': cookie,
      'cache-control': 'no-store',
    });
    response.end();
  }

  async #invoke(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = await readJson(request, maxCallBytes);
    sendJson(response, 200, await this.#callGate(message, () => this.#deps.app.router(message)));
  }

  async #receiveFile(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const displayName = url.searchParams.get('name') ?? '';
    if (displayName === '') throw new AppError('invalid_input', 'The file has no name.');
    const value = await this.#deps.app.fileGrants.grantCopy(displayName, request);
    sendJson(response, 200, { ok: true, value });
  }

  async #sendMedia(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const abort = new AbortController();
    response.on('close', () => {
      abort.abort();
    });
    const name = mediaNameOf(path);
    if (name === null) return void response.writeHead(404, { 'content-length': 0 }).end();
    const media = await this.#deps.app.openMedia(name, request.headers.range ?? null, abort.signal);
    response.writeHead(media.status, {
      ...media.headers,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    if (!media.body) return void response.end();
    await pipeline(media.body, response).catch((error: unknown) => {
      if (!abort.signal.aborted) throw error;
    });
  }

  async #sendPageFile(path: string, response: ServerResponse): Promise<void> {
    const file = await readPageFile(this.#deps.rendererFolder, path);
    if (!file) return void response.writeHead(404, { 'content-length': 0 }).end();
    const isPage = file.contentType.startsWith('text/html');
    const body = isPage ? this.#withSession(file.body) : file.body;
    response.writeHead(200, {
      ...pageHeaders(policy),
      'content-type': file.contentType,
      'content-length': body.length,
      'cache-control': isPage ? 'no-store' : 'private, max-age=31536000, immutable',
    });
    response.end(body);
  }

  #withSession(html: Buffer): Buffer {
    const meta = `<meta name="dailies-session" content="${this.#session.headerToken}">`;
    return Buffer.from(html.toString('utf8').replace('<head>', () => `<head>${meta}`));
  }
}

/** Decodes the name in a media path; null if its encoding is invalid. */
function mediaNameOf(path: string): string | null {
  try {
    return decodeURIComponent(path.slice(mediaPath.length));
  } catch {
    return null;
  }
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(`${refusal.reason}\n`);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}
