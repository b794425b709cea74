import { expect, test } from 'vitest';
import { operations } from '../../../src-shared/api/operations.ts';
import { generateVideoClipSchema } from '../../../src-shared/api/tools.ts';
import { scriptToVideoSchema } from '../../../src-shared/api/workflows.ts';

test('no two operations answer the same method and path', () => {
  const keys = Object.values(operations).map((operation) => `${operation.method} ${operation.path}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test('every start answers 202 and every read 200', () => {
  for (const operation of Object.values(operations)) {
    if (operation.method === 'GET') expect(operation.status).toBe(200);
    if (operation.path.startsWith('/v1/tools/') && operation.method === 'POST')
      expect(operation.status).toBe(202);
  }
});

test('a clip needs one of its six inputs, and blank dialogue is none', () => {
  expect(generateVideoClipSchema.safeParse({}).success).toBe(false);
  expect(generateVideoClipSchema.safeParse({ spokenDialogue: '  ' }).success).toBe(false);
  expect(generateVideoClipSchema.safeParse({ imageFileIds: [] }).success).toBe(false);
  for (const input of [
    { prompt: 'rain' },
    { startFrameFileId: 'a' },
    { imageFileIds: ['a'] },
    { videoFileIds: ['a'] },
    { audioFileIds: ['a'] },
    { spokenDialogue: 'Hello.' },
  ]) {
    expect(generateVideoClipSchema.safeParse(input).success).toBe(true);
  }
});

test('a script start fills in the documented defaults', () => {
  const body = scriptToVideoSchema.parse({ script: 'Hello.', visualStyle: { type: 'STOCK' } });
  expect(body).toMatchObject({
    aspectRatio: { width: 16, height: 9 },
    visualPacing: 'MEDIUM',
    autoExport: false,
    hideFromUi: false,
    exportOptions: { quality: 'FULL_HIGH', watermarkMode: 'AUTO', endScreenMode: 'AUTO' },
  });
});

test('a blank script and a written style without its words are refused', () => {
  expect(scriptToVideoSchema.safeParse({ script: ' \n ', visualStyle: { type: 'STOCK' } }).success).toBe(
    false,
  );
  expect(scriptToVideoSchema.safeParse({ script: 'Hi.', visualStyle: { type: 'AI_IMAGE' } }).success).toBe(
    false,
  );
  expect(scriptToVideoSchema.safeParse({ script: 'Hi.', visualStyle: { type: 'ENTITY' } }).success).toBe(
    false,
  );
});
