import { createServer, connect, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Fault for the bytes from the server to the client. */
export interface WireFault {
  /** Resets the connection after this many bytes of an answer. */
  readonly cutAfterBytes?: number;
  /** Resets the connection after this many bytes from the client. */
  readonly cutSentAfterBytes?: number;
  /** Passes bytes in pieces of this size. */
  readonly sliceBytes?: number;
  /** Stops all bytes after this many; the connection stays open. */
  readonly stallAfterBytes?: number;
  /** Refuses connections. */
  readonly isRefusing?: boolean;
}

/**
 * Proxy between a client and a server on this computer that fails as real connections do. Faults may change during its
 * use. `connections` counts the accepted ones.
 */
export class CuttingProxy {
  readonly #server: Server;
  readonly #targetPort: number;
  readonly #open = new Set<Socket>();
  fault: WireFault = {};
  /** Faults for the next connections, one each. When none are left, the previous fault applies. */
  readonly next: WireFault[] = [];
  connections = 0;

  private constructor(server: Server, targetPort: number) {
    this.#server = server;
    this.#targetPort = targetPort;
  }

  /** Listens until the test ends. */
  static async start(targetUrl: string): Promise<CuttingProxy> {
    const server = createServer({ allowHalfOpen: true });
    const proxy = new CuttingProxy(server, Number(new URL(targetUrl).port));
    server.on('connection', (client) => {
      proxy.#take(client);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      proxy.stop();
    });
    return proxy;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy is not listening.');
    return `http://127.0.0.1:${String(address.port)}`;
  }

  /** Resets all open connections. */
  cutAll(): void {
    for (const socket of this.#open) socket.resetAndDestroy();
  }

  stop(): void {
    this.#server.close();
    this.cutAll();
  }

  #take(client: Socket): void {
    const fault = this.next.shift() ?? this.fault;
    if (fault.isRefusing) {
      client.resetAndDestroy();
      return;
    }
    this.connections += 1;
    const server = connect(this.#targetPort, '127.0.0.1');
    for (const socket of [client, server]) {
      this.#open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#open.delete(socket);
        (socket === client ? server : client).destroy();
      });
    }
    const cut = (): void => {
      client.resetAndDestroy();
      server.resetAndDestroy();
    };
    carry(
      client,
      server,
      { ...fault, cutAfterBytes: fault.cutSentAfterBytes, stallAfterBytes: undefined },
      cut,
    );
    carry(server, client, fault, cut);
  }
}

type Carried = { readonly [Name in keyof WireFault]: WireFault[Name] | undefined };

function carry(from: Socket, to: Socket, fault: Carried, cut: () => void): void {
  let passed = 0;
  const cutAt = fault.cutAfterBytes ?? Infinity;
  const stallAt = fault.stallAfterBytes ?? Infinity;
  from.on('data', (chunk: Buffer) => {
    const piece = chunk.subarray(0, Math.max(0, Math.min(cutAt, stallAt) - passed));
    passed += piece.length;
    from.pause();
    writeSlices(to, piece, fault.sliceBytes ?? Math.max(1, piece.length), () => {
      if (passed >= stallAt) return;
      if (passed >= cutAt) cut();
      else from.resume();
    });
  });
  from.on('end', () => to.end());
}

/** Waits until the system has each slice before writing the next one, because Node would otherwise join them. */
function writeSlices(to: Socket, piece: Buffer, sliceBytes: number, onWritten: () => void): void {
  const writeFrom = (start: number): void => {
    if (start >= piece.length) onWritten();
    else
      to.write(piece.subarray(start, start + sliceBytes), () => {
        writeFrom(start + sliceBytes);
      });
  };
  writeFrom(0);
}
