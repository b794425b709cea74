import { describe, expect, test } from 'vitest';
import type { Json } from '../support/caller.ts';
import {
  address,
  expectApiError,
  expectField,
  expectPage,
  idsOf,
  list,
  percentage,
  text,
  unixSeconds,
  whole,
} from './facts.ts';
import * as material from './material.ts';
import { bodyOf, caller } from './target.ts';
import { makePicture, makeTone } from './tiny-media.ts';

const sevenDays = 7 * 24 * 3_600;

async function spareFile(): Promise<string> {
  return (await material.upload('Conformance spare.png', await makePicture(20))).fileId;
}

describe('part-4-files', () => {
  test('§4.7 an upload gives a fileId and an address that takes a PUT of the bytes', async () => {
    const created = bodyOf(await caller.post('/v1/files/upload', { displayName: 'Conformance.png' }), 200);
    expectField(created, 'fileId', text);
    expectField(created, 'uploadUrl', address);
    const waiting = bodyOf(await caller.get(`/v1/files/${created.fileId}`), 200);
    expect(waiting).toMatchObject({ fileId: created.fileId, type: null, scope: 'GLOBAL' });
    expect(waiting.downloadSource).toMatchObject({ status: 'pending', url: null, expiresAt: null });
    const put = await fetch(created.uploadUrl, {
      method: 'PUT',
      body: new Uint8Array(await makePicture(90)),
    });
    expect(put.status).toBeLessThan(300);
    expect((await material.hydrated(created.fileId)).displayName).toBe('Conformance.png');
  });

  test('§4.7 the address of an upload is no download link', async () => {
    const { uploadUrl } = bodyOf(
      await caller.post('/v1/files/upload', { displayName: 'Conformance.png' }),
      200,
    );
    expect((await fetch(uploadUrl)).status).toBeGreaterThanOrEqual(400);
  });

  test('§4.7 what was uploaded is downloaded without a key, byte for byte', async () => {
    const { downloadUrl } = await material.tone();
    const bytes = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
    expect(bytes.equals(makeTone())).toBe(true);
  });

  test('§4.7 signed addresses are valid for seven days', async () => {
    const { downloadUrlExpiresAt } = await material.picture();
    const left = downloadUrlExpiresAt - Date.now() / 1000;
    expect(left).toBeGreaterThan(sevenDays - 3_600);
    expect(left).toBeLessThanOrEqual(sevenDays + 60);
  });

  test.each(['get', 'hydrate'])('§4.7 %s gives a file with signed addresses', async (way) => {
    const path = `/v1/files/${(await material.picture()).fileId}`;
    const file = bodyOf(await (way === 'get' ? caller.get(path) : caller.post(`${path}/hydrate`)), 200);
    expectField(file.downloadSource, 'url', address);
    expectField(file.downloadSource, 'expiresAt', unixSeconds);
  });

  test('§4.7 the newest file comes first', async () => {
    const fileId = await spareFile();
    const files = expectPage(await caller.get('/v1/files?limit=3'), 'files');
    expect(idsOf(files, 'fileId')).toContain(fileId);
  });

  test.each(['selfOnly', 'includeExportFiles', 'includeProjectFiles'])(
    'contract §4.6 %s is taken',
    async (name) => {
      expectPage(await caller.get(`/v1/files?limit=1&${name}=true`), 'files');
    },
  );

  test('contract §4.6 files of projects and exports are listed when asked for', async () => {
    const { exportFileId } = await material.run();
    const read = async (query: string) =>
      idsOf(expectPage(await caller.get(`/v1/files?limit=200${query}`), 'files'), 'fileId');
    expect(await read('')).not.toContain(exportFileId);
    expect(await read('&includeExportFiles=true')).toContain(exportFileId);
  });

  test('§4.7 search finds an analysed file by its name, best first', async () => {
    const { fileId } = await material.picture();
    const find = async () => {
      const { results } = bodyOf(
        await caller.post('/v1/files/search', { query: 'Conformance picture' }),
        200,
      );
      const scores = results.map((result) => result.similarity);
      expect(scores).toEqual(scores.toSorted((one, other) => other - one));
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
      return results.map((result) => result.file.fileId);
    };
    await expect.poll(find, { timeout: 60_000, interval: 500 }).toContain(fileId);
  });

  test.each([
    ['query', {}],
    ['query', { query: '' }],
    ['numResults', { query: 'x', numResults: 101 }],
    ['numResults', { query: 'x', numResults: 0 }],
    ['numResults', { query: 'x', numResults: 1.5 }],
    ['selfOnly', { query: 'x', selfOnly: 'yes' }],
  ])('contract §4.6 a search with a wrong %s is refused (%#)', async (field, body) => {
    const answer = await caller.post('/v1/files/search', body);
    expectApiError(answer, 400, 'invalid_parameters');
    expect(answer.body.message).toContain(field);
  });

  test.each([
    ['displayName', {}],
    ['displayName', { displayName: '' }],
    ['type', { displayName: 'x', type: 'HOLOGRAM' }],
    ['isTemporary', { displayName: 'x', isTemporary: 'no' }],
    ['transcript.words', { displayName: 'x', transcript: { words: [] } }],
  ])('contract §4.6 an upload with a wrong %s is refused (%#)', async (field, body) => {
    const answer = await caller.post('/v1/files/upload', body);
    expectApiError(answer, 400, 'invalid_parameters');
    expect(answer.body.message).toContain(field);
  });

  test('contract §4.6 a transcript given with the upload is the file’s', async () => {
    const transcript = { languageCode: 'en', words: [{ startSeconds: 0, endSeconds: 0.9, word: 'Humming' }] };
    const file = await material.upload('Conformance spoken.wav', makeTone(), { type: 'AUDIO', transcript });
    expect(file['transcript']).toMatchObject(transcript);
    expect(file['transcriptText']).toBe('Humming');
  });

  test.each(['IMAGE', 'PDF'])(
    'contract §9 (S4) the transcript of an upload declared as %s is ignored',
    async (type) => {
      const body = { displayName: 'Conformance page', type, transcript: {} };
      expect((await caller.post('/v1/files/upload', body)).status).toBe(200);
    },
  );

  test('contract §9 (S4) a picture has no transcript, whatever its upload said', async () => {
    const transcript = { words: [{ startSeconds: 0, endSeconds: 0.9, word: 'Humming' }] };
    const file = await material.upload('Conformance words.png', await makePicture(), { transcript });
    expect([file['transcript'] ?? null, file['transcriptText'] ?? null]).toEqual([null, null]);
  });

  test('contract §4.6 an archived file leaves the list, and can still be read and downloaded', async () => {
    const fileId = await spareFile();
    const path = `/v1/files/${fileId}`;
    expect(bodyOf(await caller.post(`${path}/archive`), 200).fileId).toBe(fileId);
    const files = expectPage(await caller.get('/v1/files?limit=200'), 'files');
    expect(idsOf(files, 'fileId')).not.toContain(fileId);
    for (const answer of [await caller.get(path), await caller.post(`${path}/hydrate`)]) {
      const file = bodyOf(answer, 200);
      expect(file).toMatchObject({ fileId, displayName: 'Conformance spare.png', type: 'IMAGE' });
      expect((await fetch(file.downloadUrl)).status).toBe(200);
    }
  });

  test('contract §4.6 the public preview is enabled, needs no signature, and is disabled', async () => {
    const path = `/v1/files/${await spareFile()}`;
    expect(bodyOf(await caller.get(path), 200)).toMatchObject({
      isPublicPreviewEnabled: false,
      staticPublicPreviewSource: null,
      publicHlsUrl: null,
      publicPlaybackId: null,
    });
    expect(bodyOf(await caller.post(`${path}/enable-public-preview`), 200)['isPublicPreviewEnabled']).toBe(
      true,
    );
    const read = async () => bodyOf(await caller.get(path), 200).staticPublicPreviewSource;
    await expect
      .poll(async () => address((await read())?.url), { timeout: 60_000, interval: 250 })
      .toBe(true);
    const source = await read();
    expect([source['expiresAt'], (await fetch(source.url)).status]).toEqual([null, 200]);
    expect(bodyOf(await caller.post(`${path}/disable-public-preview`), 200)['isPublicPreviewEnabled']).toBe(
      false,
    );
    expect((await fetch(source.url)).status).toBeGreaterThanOrEqual(400);
  });

  test('contract §4.6 the analysis of a file tells its state', async () => {
    const { fileAnalysisMetadata } = (await material.picture()) as unknown as Record<string, Json>;
    const { analysisProgressPercentage, analysisAttemptIndex = 0 } = fileAnalysisMetadata as unknown as Json;
    expect([percentage(analysisProgressPercentage), whole(analysisAttemptIndex)]).toEqual([true, true]);
    expectField(fileAnalysisMetadata, 'analysisLoadingState', (value) =>
      ['UNATTEMPTED', 'LOADING', 'FULFILLED', 'REJECTED'].includes(String(value)),
    );
  });

  test('contract §4.6 recordings stream over HLS', async () => {
    const { fileId } = await material.tone();
    const read = async () => bodyOf(await caller.get(`/v1/files/${fileId}`), 200).hlsSource?.status;
    await expect.poll(read, { timeout: 120_000, interval: 500 }).toBe('ready');
    const { hlsSource } = bodyOf(await caller.get(`/v1/files/${fileId}`), 200);
    expect(await (await fetch(hlsSource.url)).text()).toMatch(/^#EXTM3U/);
  });

  test('§7 an unknown file is not found', async () => {
    expectApiError(await caller.get('/v1/files/x_file_y'), 404, 'not_found');
  });

  test.each(['hydrate', 'archive', 'enable-public-preview', 'disable-public-preview'])(
    '§7 an unknown file is not found by %s',
    async (what) => expectApiError(await caller.post(`/v1/files/x_file_y/${what}`), 404, 'not_found'),
  );

  test('§2.9 the list of files is a list', async () => {
    expectField(bodyOf(await caller.get('/v1/files'), 200), 'files', list);
  });
});
