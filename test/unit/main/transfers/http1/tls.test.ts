import { createServer, type Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { cancelledByUser } from '../../../../../src-main/foundation/wait.ts';
import { Connection } from '../../../../../src-main/transfers/http1/connection.ts';
import { get, type HttpResponse } from '../../../../../src-main/transfers/http1/get.ts';
import { makeSelfSigned } from '../../../../fakes/self-signed.ts';
import { until } from '../../../../fakes/turned-clock.ts';

/** More than two TLS records, and less than the system passes on at once. */
const body = Buffer.from(Array.from({ length: 40_000 }, (_, index) => 65 + (index % 26)));
const counted = `content-length: ${String(body.length)}\r\n`;
/** No TLS record begins like this. */
const noRecord = Buffer.from('no record');

/**
 * Serves a response in one packet: its head, the body and the end of the connection.
 * @param options.after bytes that follow the body in place of a regular end.
 * @param options.isEarly true to send the response before the request.
 */
async function serve(
  fields: string,
  { after = null, isEarly = false }: { readonly after?: Buffer | null; readonly isEarly?: boolean } = {},
): Promise<URL> {
  const certificate = await makeSelfSigned('DNS:localhost');
  const authorities = getCACertificates();
  setDefaultCACertificates([...authorities, certificate.cert]);
  const response = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${fields}\r\n`), body]);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const [near, far] = duplexPair();
    const secure = new TLSSocket(far, { isServer: true, ...certificate });
    secure.on('error', () => undefined);
    const packet: Buffer[] = [];
    let isAnswering = false;
    near.on('data', (bytes: Buffer) => (isAnswering ? packet.push(bytes) : socket.write(bytes)));
    near.on('end', () => socket.end(Buffer.concat(packet)));
    socket.pipe(near);
    secure.once(isEarly ? 'secure' : 'data', () => {
      isAnswering = true;
      if (after) secure.write(response, () => socket.end(Buffer.concat([...packet, after])));
      else secure.end(response);
    });
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    setDefaultCACertificates(authorities);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return new URL(`https://localhost:${String(typeof address === 'object' && address ? address.port : 0)}/`);
}

/** Gets the head, and lets the rest of the packet and the end of the connection arrive before the body is read. */
async function ask(target: URL, { signal } = new AbortController()): Promise<HttpResponse> {
  const response = await get({ target, lookup: null, proxy: null }, {}, { signal, timeoutMs: 20_000 });
  onTestFinished(() => {
    response.destroy();
  });
  await setImmediate();
  return response;
}

/** Reads the body with a pause after each piece. */
async function readSlowly(response: HttpResponse) {
  const pieces: Buffer[] = [];
  const end = await response.read((piece) => {
    pieces.push(Buffer.from(piece));
    void setImmediate().then(() => {
      response.resume();
    });
    return false;
  });
  return { isWhole: end.isWhole, isFailed: end.cause !== null, isSame: Buffer.concat(pieces).equals(body) };
}

test.each([
  ['without a length', ''],
  ['with a length', counted],
])('a body %s that arrives together with its end is read whole', async (_name, fields) => {
  const response = await ask(await serve(fields));
  expect(await readSlowly(response)).toEqual({ isWhole: true, isFailed: false, isSame: true });
});

test('bytes that arrive together with an error are read before it counts', async () => {
  const whole = await ask(await serve(counted, { after: noRecord }));
  expect(await readSlowly(whole)).toEqual({ isWhole: true, isFailed: false, isSame: true });
  const broken = await ask(await serve('', { after: noRecord }));
  expect(await readSlowly(broken)).toEqual({ isWhole: false, isFailed: true, isSame: true });
});

test('a pause between the pieces of an ended connection is over at an abort', async () => {
  const stopper = new AbortController();
  const response = await ask(await serve(''), stopper);
  const reading = response.read(() => false);
  stopper.abort(cancelledByUser);
  expect(await reading).toEqual({ isWhole: false, cause: cancelledByUser });
});

test('a response that arrives before its request is sent keeps the order of its bytes', async () => {
  const route = { target: await serve('', { isEarly: true }), lookup: null, proxy: null };
  const connection = await Connection.open(route, new AbortController().signal);
  await until(() => connection.holdsBytes);
  await setImmediate();
  await connection.readHead(20_000);
  const pieces: Buffer[] = [];
  await connection.read((piece) => pieces.push(Buffer.from(piece)) > 0);
  expect(Buffer.concat(pieces).equals(body)).toBe(true);
});
