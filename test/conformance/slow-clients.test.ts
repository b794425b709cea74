import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { requestDeadlines } from '../../src-service/http/request-deadlines.ts';
import { startControlledService } from './support/service-under-test.ts';

/** Milliseconds until the service closes a connection that receives a byte again and again, but never the last. */
function untilClosed(url: string, text: string, dripMs: number): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const since = performance.now();
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const drip = setInterval(() => socket.writable && socket.write('a'), dripMs);
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => {
      clearInterval(drip);
      resolve(performance.now() - since);
    });
  });
}

test('a client that never ends its headers or its body loses its connection when its time is over', async () => {
  const deadlines = { headersMs: 300, bodyMs: 900, checkIntervalMs: 50 };
  const service = await startControlledService({ deadlines });
  onTestFinished(() => service.dispose());
  const { host } = new URL(service.url);
  const start = `POST /v1/files/upload HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${service.apiKey}\r\n`;
  const body = `${start}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
  const closed = [`${start}X-Slow: `, body].map((text) => untilClosed(service.url, text, 40));
  const [headersMs, bodyMs] = await Promise.all(closed);
  expect(headersMs).toBeGreaterThanOrEqual(deadlines.headersMs);
  expect(bodyMs).toBeGreaterThanOrEqual(deadlines.bodyMs - 1);
});

test('by default the service waits half a minute at most', async () => {
  const servers = new Set<Server>();
  const note = (message: unknown) => void servers.add((message as { server: Server }).server);
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  const service = await startControlledService();
  onTestFinished(() => service.dispose());
  await service.caller.get('/v1/me');
  const { headersMs, bodyMs, checkIntervalMs } = requestDeadlines;
  expect([...servers].map(({ headersTimeout }) => headersTimeout)).toEqual([headersMs]);
  expect(headersMs + checkIntervalMs).toBeLessThanOrEqual(30_000);
  expect(bodyMs).toBeLessThanOrEqual(30_000);
});
