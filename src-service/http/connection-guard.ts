import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections in all; a process has only so many descriptors. */
const maxConnections = 512;
/** Of these, connections on which nobody has shown a key or a signed link yet. */
const maxStrangers = 256;

/**
 * Keeps room for whoever has a key: strangers displace each other, the one that came first goes first. Any program of
 * this computer can connect, and a limit on all alike would let one that only holds connections shut out the owner.
 */
export class ConnectionGuard {
  /** In the order in which they came. */
  readonly #strangers = new Set<Socket>();
  readonly #admitted = new WeakSet<IncomingMessage>();

  watch(server: Server): void {
    server.maxConnections = maxConnections;
    server.on('connection', (socket) => {
      this.#strangers.add(socket);
      socket.once('close', () => this.#strangers.delete(socket));
      const [first] = this.#strangers;
      if (this.#strangers.size <= maxStrangers || first === undefined) return;
      this.#strangers.delete(first);
      first.destroy();
    });
  }

  /** To be called when a key or a signed link was found good: this connection is no longer a stranger's. */
  admit(request: IncomingMessage): void {
    this.#admitted.add(request);
    this.#strangers.delete(request.socket);
  }

  isAdmitted(request: IncomingMessage): boolean {
    return this.#admitted.has(request);
  }
}
