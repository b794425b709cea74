import { afterAll, beforeAll, expect, test } from 'vitest';
import { MediaError } from '../../../src-media/media-error.ts';
import type { Caller, Json } from '../support/caller.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;

const text = (words: string) => Buffer.from(words);
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
  await caller.upload('Häfen bei Nacht.png', png);
  await caller.upload('lighthouse keeper.txt', text('The harbour master walks along the quay every night.'));
  await caller.upload('notes.txt', text('Weather notes: rain, wind and a harbour full of boats.'));
  await caller.upload('東京タワーの夜景.png', png);
  const words = [
    { startSeconds: 0, endSeconds: 0.4, word: 'Marmalade' },
    { startSeconds: 0.4, endSeconds: 1, word: 'sandwiches' },
  ];
  await caller.upload('voice.wav', Buffer.from('RIFF....WAVE'), {
    transcript: { languageCode: 'en', words },
  });
});
afterAll(() => service.dispose());

async function search(query: string, fields: object = {}): Promise<Json[]> {
  const { status, body } = await caller.post('/v1/files/search', { query, ...fields });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['results']);
  return body.results;
}

async function namesOf(query: string, fields: object = {}): Promise<string[]> {
  return (await search(query, fields)).map((result) => result.file.displayName);
}

test('contract §4.6 results are files with a similarity from 0 to 1, the best first', async () => {
  const results = await search('harbour master');
  expect(results.map((result) => result.file.displayName)).toEqual(['lighthouse keeper.txt', 'notes.txt']);
  const similarities = results.map((result) => result.similarity);
  expect(similarities).toEqual([...similarities].sort((left, right) => right - left));
  for (const similarity of similarities) {
    expect(similarity).toBeGreaterThan(0);
    expect(similarity).toBeLessThanOrEqual(1);
  }
  const { body: file } = await caller.get(`/v1/files/${results[0]?.file.fileId}`);
  expect(results[0]).toEqual({ similarity: similarities[0], file });
});

test.each([
  ['the name, whatever its accents and capitals', 'HAFEN nacht', 'Häfen bei Nacht.png'],
  ['the beginning of its last word', 'lighthouse kee', 'lighthouse keeper.txt'],
  ['words said in it', 'marmalade', 'voice.wav'],
  ['words written in it', 'quay', 'lighthouse keeper.txt'],
  ['a part of a name written without spaces', '夜景', '東京タワーの夜景.png'],
  ['a single character of one', '塔 タ', '東京タワーの夜景.png'],
  ['the description its analysis gave it', 'dark blue landscape picture', '東京タワーの夜景.png'],
])('§4.7 a file is found by %s', async (_what, query, name) => {
  expect(await namesOf(query)).toContain(name);
});

test('a file is found by any word of a long query', async () => {
  const unknown = Array.from({ length: 60 }, (_, index) => `unheard${index}`).join(' ');
  expect(await namesOf(`${unknown} marmalade`)).toContain('voice.wav');
});

test('a word that no file contains finds nothing', async () => {
  expect(await search('zeppelin')).toEqual([]);
  expect(await search('!?')).toEqual([]);
});

test.each([
  '"',
  `' OR 1=1 --`,
  'NEAR(a b)',
  'display_name:x',
  'a*"^',
  '(',
  'AND OR NOT',
  '-harbour',
  '\0',
  '💥',
])('the query %j is only text', async (query) => {
  expect((await caller.post('/v1/files/search', { query })).status).toBe(200);
});

test('contract §4.6 ten results are given unless another number is asked for', async () => {
  for (let index = 0; index < 11; index += 1) await caller.upload(`crate ${index}.txt`, text('apples'));
  expect(await search('crate')).toHaveLength(10);
  expect(await search('crate', { numResults: 11 })).toHaveLength(11);
  expect(await search('crate', { numResults: 2, selfOnly: true })).toHaveLength(2);
});

test('temporary, archived and unanalysed files, and those of projects, are never found', async () => {
  await caller.upload('walrus passing.txt', text('walrus'), { isTemporary: true });
  const archived = await caller.upload('walrus archived.txt', text('walrus'));
  expect(await namesOf('walrus')).toEqual(['walrus archived.txt']);
  await caller.post(`/v1/files/${archived.fileId}/archive`);
  await caller.post('/v1/files/upload', { displayName: 'walrus awaited.png' });
  service.engine.failNext('files', new MediaError('unreadable_media', 'Damaged'));
  const broken = await caller.upload('walrus broken.png', png);
  expect(broken).toMatchObject({
    downloadSource: { status: 'ready' },
    description: null,
    fileAnalysisMetadata: { analysisLoadingState: 'REJECTED', analysisProgressPercentage: 0 },
  });
  await caller.makeProject({ script: 'Walrus.\nAnother walrus.', autoExport: true });
  expect(await search('walrus')).toEqual([]);
});
