import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { sampleAccount } from '../../../../fakes/services/wire-records.ts';
import { sendJson } from '../../../../fakes/test-server.ts';

/** Fault of the storage for one PUT. Without one it accepts the bytes. */
export type StorageFault =
  /** Cuts the connection after this share of the bytes, 0 to 1. */
  | { readonly kind: 'cut'; readonly at: number }
  /** Answers before the bytes have arrived, and ignores them. */
  | { readonly kind: 'refuse'; readonly status: number }
  /** Accepts all bytes and loses the answer. */
  | { readonly kind: 'lose' };

interface KnownFile {
  readonly created: Record<string, unknown>;
  bytes: Buffer | null;
  reads: number;
  isArchived: boolean;
}

/** Service with a library over real HTTP. Its storage can intervene while a PUT arrives. */
export class UploadService {
  readonly files = new Map<string, KnownFile>();
  /** Faults of the next PUTs, in order. */
  readonly faults: StorageFault[] = [];
  /** Paths of all PUTs. */
  readonly puts: string[] = [];
  readonly requests: string[] = [];
  /** Number of hydrations until an uploaded file is ready. */
  readsUntilReady = 1;
  /** Final status of uploaded files. */
  endsWith: 'ready' | 'failed' = 'ready';
  /** Runs at each PUT before its bytes are read. */
  onPut: () => unknown = () => undefined;
  onArchive: () => unknown = () => undefined;
  /** Runs before the service answers with an address for the bytes. */
  onCreate: () => unknown = () => undefined;
  /** Address for clients if a proxy stands in between. */
  publicUrl: string | null = null;
  /** Cuts every connection except those of PUTs, without an answer. */
  isAway = false;
  readonly #server: Server;
  #nextId = 1;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<UploadService> {
    const server = createServer();
    const service = new UploadService(server);
    server.on('request', (request, response) => {
      service.#answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return service;
  }

  get url(): string {
    return this.publicUrl ?? `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** Uploaded files in the library. */
  get library(): KnownFile[] {
    return [...this.files.values()].filter(({ bytes, isArchived }) => bytes !== null && !isArchived);
  }

  get archived(): string[] {
    return [...this.files].filter(([, { isArchived }]) => isArchived).map(([fileId]) => fileId);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    this.requests.push(`${method} ${url}`);
    const [, , noun, id = '', verb = ''] = url.replace(/\?.*/, '').split('/');
    if (method === 'PUT') return this.#put(request, response, url.split('/').at(-1) ?? '');
    if (this.isAway) {
      response.destroy();
      return;
    }
    const body = await readAll(request);
    if (noun === 'me') return sendJson(response, 200, sampleAccount);
    if (noun === 'files' && id === 'upload') {
      const fileId = `vg_file_${String(this.#nextId++)}`;
      const created = JSON.parse(body.toString()) as Record<string, unknown>;
      await this.onCreate();
      this.files.set(fileId, { created, bytes: null, reads: 0, isArchived: false });
      return sendJson(response, 200, { fileId, uploadUrl: `${this.url}/storage/${fileId}` });
    }
    if (noun === 'files' && id === '') return sendJson(response, 200, this.#listed());
    await this.#answerOne(response, id, verb);
  }

  /** All files on one page. */
  #listed() {
    const listed = [...this.files].filter(([, { isArchived }]) => !isArchived);
    const files = listed.map(([fileId, file]) => this.#shown(fileId, file)).reverse();
    return { files, hasMore: false, nextCursor: null };
  }

  async #answerOne(response: ServerResponse, id: string, verb: string): Promise<void> {
    const file = this.files.get(id);
    if (!file) return sendJson(response, 404, { message: 'There is no such file.', code: 'not_found' });
    if (verb === 'archive') {
      await this.onArchive();
      file.isArchived = true;
    }
    sendJson(response, 200, this.#shown(id, file));
  }

  #shown(fileId: string, file: KnownFile) {
    if (file.bytes !== null) file.reads += 1;
    const status = file.bytes !== null && file.reads > this.readsUntilReady ? this.endsWith : 'pending';
    const { displayName } = file.created;
    return { fileId, type: null, scope: 'GLOBAL', displayName, downloadSource: { status } };
  }

  async #put(request: IncomingMessage, response: ServerResponse, fileId: string): Promise<void> {
    this.puts.push(fileId);
    await this.onPut();
    const fault = this.faults.shift();
    if (fault?.kind === 'refuse') {
      // Leaves the connection open for the client to close, because closing it while bytes arrive could lose the
      // answer.
      request.socket.write(
        `HTTP/1.1 ${String(fault.status)} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
      );
      request.resume();
      return;
    }
    const announced = Number(request.headers['content-length']);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (fault?.kind === 'cut' && size >= announced * fault.at) {
        request.socket.destroy();
        return;
      }
    }
    const file = this.files.get(fileId);
    if (file) file.bytes = Buffer.concat(chunks);
    if (fault?.kind === 'lose') request.socket.destroy();
    else response.writeHead(file ? 200 : 404).end();
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
