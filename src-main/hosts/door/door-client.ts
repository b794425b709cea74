import { connect, type Socket } from 'node:net';
import { AppError, fromErrorBody } from '../../../src-shared/app-error.ts';
import type { Bridge } from '../../../src-shared/ipc/bridge.ts';
import { replySchema } from '../../../src-shared/ipc/router.ts';
import { findDoorAddress } from './door-address.ts';
import { answerSchema, lineOf } from './door-messages.ts';
import { readLines } from './read-lines.ts';

/** The running app, as a command of the same user reaches it. */
export interface RunningApp extends Pick<Bridge, 'invoke' | 'subscribe'> {
  /** @throws AppError `file_unreadable`. */
  grantPath(path: string): Promise<string>;
  /** Saves a file of the library at a new path, until the connection is closed. @throws AppError as `saveFile`. */
  saveFile(fileId: string, path: string): Promise<void>;
  /** Aborts with an AppError when the app ends. */
  readonly lost: AbortSignal;
  close(): void;
}

const ended = new AppError('cancelled', 'Dailies has ended, and with it this command.');
/** Replies can hold whole cuts. */
const maxAnswerBytes = 256 * 1024 * 1024;

/**
 * Connects to the app that runs with this data folder; null if none does.
 * @throws AppError `conflict` for an app of another version, `forbidden` as `findDoorAddress`.
 */
export async function connectToDoor(userData: string, version: string): Promise<RunningApp | null> {
  const address = await findDoorAddress(userData);
  const socket = address === null ? null : await connected(address);
  if (!socket) return null;
  const connection = new DoorConnection(socket);
  return (await connection.greet(version)) ? connection : null;
}

function connected(address: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      resolve(socket);
    });
    socket.once('error', () => {
      resolve(null);
    });
  });
}

class DoorConnection implements RunningApp {
  readonly #socket: Socket;
  readonly #greeted = Promise.withResolvers<boolean>();
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listeners = new Set<(message: unknown) => void>();
  readonly #lost = new AbortController();
  #lastId = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#greeted.resolve(false);
      for (const { reject } of this.#waiting.values()) reject(ended);
      this.#waiting.clear();
      this.#lost.abort(ended);
    });
    readLines(socket, maxAnswerBytes, (line) => {
      this.#take(line);
    });
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Returns false if the app ends meanwhile. @throws AppError if it refuses the version. */
  greet(version: string): Promise<boolean> {
    this.#socket.write(lineOf({ hello: { version } }));
    return this.#greeted.promise;
  }

  invoke(request: unknown): Promise<unknown> {
    return this.#ask({ kind: 'invoke', request });
  }

  async grantPath(path: string): Promise<string> {
    return String(await this.#value({ kind: 'grant', path }));
  }

  async saveFile(fileId: string, path: string): Promise<void> {
    await this.#value({ kind: 'save', fileId, path });
  }

  subscribe(listener: (message: unknown) => void): () => void {
    if (this.#listeners.size === 0) this.#ask({ kind: 'subscribe' }).catch(() => undefined);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    this.#socket.destroy();
  }

  async #value(ask: unknown): Promise<unknown> {
    const reply = replySchema.parse(await this.#ask(ask));
    if (!reply.ok) throw fromErrorBody(reply.error);
    return reply.value;
  }

  #ask(ask: unknown): Promise<unknown> {
    if (this.#socket.destroyed) return Promise.reject(ended);
    const id = (this.#lastId += 1);
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#socket.write(lineOf({ id, ask }));
    return waiting.promise;
  }

  #take(line: string): void {
    const answer = answerSchema.parse(JSON.parse(line));
    if ('hello' in answer) this.#greeted.resolve(true);
    else if ('refused' in answer) this.#greeted.reject(fromErrorBody(answer.refused));
    else if ('event' in answer) for (const listener of [...this.#listeners]) listener(answer.event);
    else {
      this.#waiting.get(answer.id)?.resolve(answer.reply);
      this.#waiting.delete(answer.id);
    }
  }
}
