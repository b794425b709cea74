import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sendFrom } from '../fakes/features/download-fixture.ts';
import { TestServer } from '../fakes/test-server.ts';
import { recordFault } from './support/fault-table.ts';
import { content, startOverWire } from './support/wire-download.ts';

const part = 'B3 wire, links';
const secret = 'what nobody outside may read';

/** Targets that a link must never lead to; `{port}` is the port of a server on this computer. */
const forbidden = [
  'http://127.0.0.1:{port}/x',
  'https://127.0.0.1:{port}/x',
  'https://localhost:{port}/x',
  'https://127.1:{port}/x',
  'https://2130706433:{port}/x',
  'https://0x7f.1:{port}/x',
  'https://0177.0.0.1:{port}/x',
  'https://0.0.0.0:{port}/x',
  'https://[::1]:{port}/x',
  'https://[::ffff:127.0.0.1]:{port}/x',
  'https://[::ffff:7f00:1]:{port}/x',
  'https://10.0.0.1/x',
  'https://172.16.0.1/x',
  'https://192.168.1.1/x',
  'https://169.254.169.254/latest/meta-data/',
  'https://[fe80::1]/x',
  'https://[fd00::1]/x',
  'http://storage.example.com/x',
  '//127.0.0.1:{port}/x',
  'file:///etc/passwd',
  'data:text/plain,secret',
  'ftp://storage.example.com/x',
  'unix:/var/run/docker.sock:/x',
  'javascript:alert(1)',
  'https://user:word@storage.example.com/x',
];

test.each([
  ['the first answer', []],
  ['the answer after a reset', [{ cutAfterBytes: content.length / 2 }]],
])('%s leads to no forbidden place', async (name, faults) => {
  const victim = await TestServer.start((_request, response) => response.end(secret));
  recordFault({ part, fault: `redirect to a forbidden place, ${name}`, injected: forbidden.length });
  for (const pattern of forbidden) {
    const location = pattern.replace('{port}', String(victim.port));
    let requests = 0;
    const { file, server, targetPath } = await startOverWire({
      faults,
      answer: (request, response) => {
        requests += 1;
        if (requests > faults.length) response.writeHead(302, { location }).end();
        else sendFrom(request, response, content);
      },
    });
    await expect(file, location).rejects.toMatchObject({ code: 'download_failed' });
    expect(server.seen).toHaveLength(1 + faults.length);
    const bytes = await readFile(targetPath);
    expect(content.subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect(bytes.length).toBeLessThan(content.length);
  }
  expect(victim.seen).toEqual([]);
});

test('a link that leads round and round is left after three steps', async () => {
  recordFault({ part, fault: 'redirect without an end' });
  const { file, server } = await startOverWire({
    answer: (_request, response) => response.writeHead(307, { location: '/again' }).end(),
  });
  await expect(file).rejects.toMatchObject({ details: { reason: 'too_many_redirects' } });
  expect(server.seen).toHaveLength(4);
});

test.each([
  ['compressed bytes', { 'content-encoding': 'gzip' }, content],
  ['a page of another length', { 'content-type': 'text/html' }, Buffer.from('<!doctype html>Sign in')],
  [
    'a page without a length',
    { 'content-type': 'text/html', 'transfer-encoding': 'chunked' },
    Buffer.from('<p>'),
  ],
])('%s in place of the file never count as it', async (name, headers, bytes) => {
  recordFault({ part, fault: `${name} in place of the file` });
  const { file, targetPath } = await startOverWire({
    expectedBytes: content.length,
    answer: (_request, response) => {
      response.writeHead(200, headers as Record<string, string>);
      response.end(bytes);
    },
  });
  await expect(file).rejects.toMatchObject({ code: expect.stringMatching(/^download_|^network_/) as string });
  expect((await readFile(targetPath)).length).toBeLessThan(content.length);
});
