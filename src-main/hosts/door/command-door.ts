import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import { type CallGate, createCallGate } from '../../../src-shared/ipc/call-limits.ts';
import type { Reply } from '../../../src-shared/ipc/router.ts';
import type { App } from '../../app/compose.ts';
import { cancelledByUser } from '../../foundation/wait.ts';
import type { Log } from '../../platform.ts';
import { makeDoorAddress, removeDoorAddress, tellDoorAddress } from './door-address.ts';
import { type DoorRequest, helloSchema, lineOf, maxRequestBytes, requestSchema } from './door-messages.ts';
import { readLines } from './read-lines.ts';

export interface CommandDoorDeps {
  readonly app: Pick<App, 'router' | 'subscribe' | 'fileGrants' | 'saveFile'>;
  readonly userData: string;
  /** Of the app; commands of another version are refused. */
  readonly version: string;
  readonly log: Log;
}

/** A client that does not read its events is given up. */
const maxUnreadBytes = 64 * 1024 * 1024;
const maxClients = 100;

/** Answers commands of the same user at a socket in the data folder, as the bridge answers the page. */
export class CommandDoor {
  readonly #deps: CommandDoorDeps;
  readonly #clients = new Set<Socket>();
  #server: Server | null = null;
  #address = '';
  #emptied = Promise.withResolvers<null>();

  constructor(deps: CommandDoorDeps) {
    this.#deps = deps;
  }

  /** Begins to listen. Call it once the app has started. */
  async start(): Promise<void> {
    const { userData } = this.#deps;
    const address = await makeDoorAddress(userData);
    const server = createServer((socket) => {
      this.#receive(socket);
    });
    server.maxConnections = maxClients;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address, resolve);
    });
    this.#server = server;
    this.#address = address;
    if (process.platform !== 'win32') await chmod(address, 0o600);
    await tellDoorAddress(userData, address);
  }

  get isIdle(): boolean {
    return this.#clients.size === 0;
  }

  /** Resolves once no client is connected. */
  async idle(): Promise<void> {
    while (this.#clients.size > 0) await this.#emptied.promise;
  }

  async dispose(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    await removeDoorAddress(this.#deps.userData, this.#address);
    await new Promise((resolve) => {
      server.close(resolve);
      for (const socket of this.#clients) socket.destroy();
    });
  }

  #receive(socket: Socket): void {
    this.#clients.add(socket);
    // A client that dies resets the connection.
    socket.on('error', () => undefined);
    let line = (text: string): void => {
      if (!this.#greet(socket, text)) return;
      const client = new DoorClient(socket, this.#deps);
      line = (request) => void client.answer(request);
    };
    readLines(socket, maxRequestBytes, (text) => {
      line(text);
    });
    socket.once('close', () => {
      this.#clients.delete(socket);
      if (this.#clients.size > 0) return;
      this.#emptied.resolve(null);
      this.#emptied = Promise.withResolvers();
    });
  }

  /** Returns false after refusing a client of another version. */
  #greet(socket: Socket, text: string): boolean {
    const { version } = this.#deps;
    const given = helloSchema.safeParse(parsed(text)).data?.hello.version;
    if (given === version) return socket.write(lineOf({ hello: { version } })) || true;
    const refused = new AppError(
      'conflict',
      `Dailies ${version} is running, and this command is of version ${given ?? 'unknown'}. ` +
        'Quit Dailies, or use the command of its version.',
      { details: { reason: 'other_version', running: version } },
    );
    socket.end(lineOf({ refused: toErrorBody(refused) }));
    return false;
  }
}

/** The connection of one command. */
class DoorClient {
  readonly #socket: Socket;
  readonly #deps: CommandDoorDeps;
  readonly #gate: CallGate = createCallGate();
  readonly #closed = new AbortController();
  #isSubscribed = false;

  constructor(socket: Socket, deps: CommandDoorDeps) {
    this.#socket = socket;
    this.#deps = deps;
    socket.once('close', () => {
      this.#closed.abort(cancelledByUser);
    });
  }

  async answer(text: string): Promise<void> {
    const { data } = requestSchema.safeParse(parsed(text));
    if (!data) return void this.#socket.destroy();
    const reply = await this.#gate(data.ask, () => this.#reply(data.ask));
    this.#write({ id: data.id, reply });
  }

  async #reply(ask: DoorRequest['ask']): Promise<Reply> {
    const { app, log } = this.#deps;
    if (ask.kind === 'invoke') return app.router(ask.request);
    try {
      if (ask.kind === 'grant') return { ok: true, value: await app.fileGrants.grantPath(ask.path) };
      if (ask.kind === 'save') await app.saveFile(ask.fileId, ask.path, this.#closed.signal);
      else this.#subscribe();
      return { ok: true, value: null };
    } catch (error) {
      if (!(error instanceof AppError)) log.error('Unexpected for a command.', error);
      return { ok: false, error: toErrorBody(error) };
    }
  }

  #subscribe(): void {
    if (this.#isSubscribed || this.#socket.destroyed) return;
    this.#isSubscribed = true;
    const end = this.#deps.app.subscribe((event) => {
      this.#write({ event });
    });
    this.#socket.once('close', end);
  }

  #write(message: unknown): void {
    if (this.#socket.destroyed) return;
    this.#socket.write(lineOf(message));
    if (this.#socket.writableLength > maxUnreadBytes) this.#socket.destroy();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
