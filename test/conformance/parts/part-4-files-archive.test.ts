import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, shortScript } from '../support/caller.ts';
import { expectError } from '../support/expectations.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;

const png = Buffer.from('\x89PNG\r\n\x1a\nharbour', 'latin1');

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
});
afterAll(() => service.dispose());

async function listedIds(): Promise<string[]> {
  const { body } = await caller.get('/v1/files?limit=200');
  return body.files.map((file) => file.fileId);
}

test('archiving again is the same answer, and a restart changes nothing', async () => {
  const file = await caller.upload('own.png', png);
  const first = await caller.post(`/v1/files/${file.fileId}/archive`);
  const second = await caller.post(`/v1/files/${file.fileId}/archive`);
  expect([second.status, second.body]).toEqual([200, first.body]);
  service = await service.restart();
  ({ caller } = service);
  expect(await listedIds()).not.toContain(file.fileId);
});

test('an archived file starts nothing', async () => {
  const { fileId } = await caller.upload('own.png', png);
  await caller.post(`/v1/files/${fileId}/archive`);
  const starts: [string, object][] = [
    ['workflows/script-to-video', { ...shortScript, featuredBRollFileIds: [fileId] }],
    ['workflows/prompt-to-video-clip', { prompt: 'Waves', imageFileIds: [fileId] }],
    ['tools/upscale-image', { imageFileId: fileId }],
    ['tools/generate-image', { prompt: 'Waves', imageFileIds: [fileId] }],
  ];
  for (const [start, body] of starts) {
    const answer = await caller.post(`/v1/${start}`, body);
    expectError(answer, 400, 'invalid_parameters');
    expect(answer.body.message).toContain('archived');
  }
});
