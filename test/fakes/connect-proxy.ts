import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { atTestEnd } from '../support/at-test-end.ts';

export interface ProxyBehaviour {
  /** Port to which every tunnel leads, whatever the requested host. */
  readonly targetPort: number;
  /** Expected value of `proxy-authorization`; the proxy answers 407 without it. */
  readonly authorization?: string;
  /** Hosts that the proxy refuses with 403. */
  readonly refused?: readonly string[];
  /** Number of bytes to the client after which the first tunnel breaks. */
  readonly firstBreaksAfterBytes?: number;
}

/** Forward proxy on 127.0.0.1 that opens tunnels and records all bytes it can read. */
export class ConnectProxy {
  /** Host and port of each requested tunnel. */
  readonly asked: string[] = [];
  /** Requests that should have gone through a tunnel. */
  readonly plain: string[] = [];
  /** Everything sent to the proxy: heads and tunnelled bytes. */
  seen = '';
  readonly #server: Server;
  readonly #behaviour: ProxyBehaviour;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, behaviour: ProxyBehaviour) {
    this.#server = server;
    this.#behaviour = behaviour;
  }

  /** Starts a proxy, closed at the end of the test. */
  static async start(behaviour: ProxyBehaviour): Promise<ConnectProxy> {
    const server = createServer();
    const proxy = new ConnectProxy(server, behaviour);
    server.on('request', (request, response) => {
      proxy.plain.push(request.url ?? '');
      response.writeHead(400).end();
    });
    server.on('connect', ({ url = '', headers }, socket: Socket) => {
      proxy.asked.push(url);
      proxy.seen += JSON.stringify(headers);
      proxy.#answer(url, headers['proxy-authorization'], socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    atTestEnd(() => {
      for (const socket of proxy.#sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
    });
    return proxy;
  }

  get host(): string {
    return `127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  #answer(authority: string, authorization: string | undefined, socket: Socket): void {
    const { targetPort, authorization: wanted, refused = [], firstBreaksAfterBytes } = this.#behaviour;
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    if (wanted !== undefined && authorization !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n');
    } else if (refused.includes(authority)) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    } else {
      this.#tunnel(socket, targetPort, this.asked.length === 1 ? firstBreaksAfterBytes : undefined);
    }
  }

  #tunnel(socket: Socket, port: number, breaksAfterBytes = Infinity): void {
    const target = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'));
    this.#sockets.add(target);
    let passed = 0;
    socket.on('data', (bytes: Buffer) => {
      this.seen += bytes.toString('latin1');
      target.write(bytes);
    });
    target.on('data', (bytes: Buffer) => {
      passed += bytes.length;
      if (passed > breaksAfterBytes) socket.destroy();
      else socket.write(bytes);
    });
    target.on('error', () => socket.destroy());
    target.on('close', () => socket.end());
    socket.on('close', () => target.destroy());
  }
}
