import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startControlledService } from './service-under-test.ts';

test('a client that never ends its headers or its body loses its connection within half a minute', async () => {
  const service = await startControlledService();
  const { host, hostname, port } = new URL(service.url);
  const start = `POST /v1/files/upload HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${service.apiKey}\r\n`;
  const closed = [start, `${start}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`].map(
    (text) =>
      new Promise<number>((resolve) => {
        const since = performance.now();
        const socket = connect(Number(port), hostname, () => socket.write(text));
        const drip = setInterval(() => socket.writable && socket.write(' '), 1_000);
        socket.on('error', () => undefined);
        socket.resume();
        socket.on('close', () => {
          clearInterval(drip);
          resolve((performance.now() - since) / 1000);
        });
      }),
  );
  const [headerSeconds, bodySeconds] = await Promise.all(closed);
  expect(headerSeconds).toBeLessThan(25);
  expect(bodySeconds).toBeLessThan(40);
  await service.dispose();
});
