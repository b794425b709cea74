import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Caller, Json } from '../support/caller.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;

const png = Buffer.from('\x89PNG\r\n\x1a\nharbour', 'latin1');
const movie = Buffer.from('....ftypisom harbour');
const sevenDays = 7 * 24 * 3_600;

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
});
afterAll(() => service.dispose());

/** Uploads a movie and waits for its stream. */
async function uploadMovie(): Promise<Json> {
  const { fileId } = await caller.upload('own.mp4', movie);
  return vi.waitFor(
    async () => {
      const { body } = await caller.get(`/v1/files/${fileId}`);
      expect(body.hlsSource.status).toBe('ready');
      return body;
    },
    { timeout: 10_000, interval: 20 },
  );
}

async function change(file: Json, name: 'enable-public-preview' | 'disable-public-preview'): Promise<Json> {
  const { status, body } = await caller.post(`/v1/files/${file.fileId}/${name}`);
  expect(status).toBe(200);
  return body;
}

test('contract §4.6 a public preview is permanent and needs no key', async () => {
  const file = await caller.upload('own.png', png);
  const shown = await change(file, 'enable-public-preview');
  expect(shown).toMatchObject({ isPublicPreviewEnabled: true, publicHlsUrl: null });
  expect(shown.publicPlaybackId).toMatch(/^vg_play_[\w-]{22}$/);
  expect(shown.staticPublicPreviewSource).toMatchObject({ status: 'ready', expiresAt: null });
  const { url } = shown.staticPublicPreviewSource;
  expect(new URL(url).pathname.startsWith(`/public/previews/${shown.publicPlaybackId}/`)).toBe(true);
  service.clock.advanceSeconds(2 * sevenDays);
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(answer.headers.get('content-disposition')).toBeNull();
  expect(Number(answer.headers.get('content-length'))).toBe(shown.staticPublicPreviewSource['fileBytes']);
});

test('contract §4.6 a preview that is switched off is gone, and signed links keep working', async () => {
  const file = await uploadMovie();
  const shown = await change(file, 'enable-public-preview');
  const hidden = await change(file, 'disable-public-preview');
  expect(hidden).toEqual(file);
  for (const url of [shown.staticPublicPreviewSource.url, shown.publicHlsUrl]) {
    const answer = await fetch(url);
    expect([answer.status, (await answer.json()).code]).toEqual([404, 'not_found']);
  }
  expect((await fetch(file.downloadUrl)).status).toBe(200);
  expect((await fetch(file.hlsSource.url)).status).toBe(200);
});

test('switching it on again gives the same address, twice as well as once', async () => {
  const file = await uploadMovie();
  const first = await change(file, 'enable-public-preview');
  expect(await change(file, 'enable-public-preview')).toEqual(first);
  await change(file, 'disable-public-preview');
  expect(await change(file, 'enable-public-preview')).toEqual(first);
  expect((await fetch(first.staticPublicPreviewSource.url)).status).toBe(200);
});

test('contract §4.6 a movie’s public stream holds together by relative addresses', async () => {
  const file = await uploadMovie();
  const { publicHlsUrl } = await change(file, 'enable-public-preview');
  await expectStream(publicHlsUrl);
});

test('contract §4.6 a document, which has no preview, is shown itself', async () => {
  const file = await caller.upload('notes.txt', Buffer.from('Harbour lights'));
  expect(file).toMatchObject({ hlsSource: null, previewSource: { status: 'skipped' } });
  const { staticPublicPreviewSource } = await change(file, 'enable-public-preview');
  const answer = await fetch(staticPublicPreviewSource.url);
  expect([await answer.text(), answer.headers.get('content-type')]).toEqual([
    'Harbour lights',
    'text/plain; charset=utf-8',
  ]);
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="notes.txt"');
});

test('only what a public preview consists of is public', async () => {
  const file = await uploadMovie();
  const { publicPlaybackId } = await change(file, 'enable-public-preview');
  const folder = `${service.url}/public/previews/${publicPlaybackId}`;
  for (const name of ['original', 'thumbnail.jpg', '..%2foriginal', 'hls/original', 'hls/__proto__', '']) {
    expect((await fetch(`${folder}/${name}`)).status).toBe(404);
  }
  const unknown = await fetch(`${service.url}/public/previews/vg_play_unknown/preview.mp4`);
  expect(unknown.status).toBe(404);
});

/** Expects a master playlist that leads to a playlist and its media, each found by its relative address. */
async function expectStream(url: string): Promise<void> {
  const next = async (address: string, type: string): Promise<string> => {
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    const lines = (await answer.text()).split('\n');
    return new URL(lines.find((line) => line !== '' && !line.startsWith('#')) ?? '', address).href;
  };
  const playlist = await next(url, 'application/vnd.apple.mpegurl');
  const media = await next(playlist, 'application/vnd.apple.mpegurl');
  const part = await fetch(media, { headers: { range: 'bytes=4-7' } });
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  expect(part.headers.get('content-type')).toBe('video/mp4');
}

test('a stream’s signature holds for all of its files, for seven days, and for no other file', async () => {
  const file = await uploadMovie();
  const { url, expiresAt } = file.hlsSource as Json & { expiresAt: number };
  await expectStream(url);
  const other = await uploadMovie();
  const forged = [
    url.replace(file.fileId, other.fileId),
    url.replace(String(expiresAt), String(expiresAt + 1)),
    url.replace(/\/[\w-]+\/master/, '/AAAA/master'),
    file.downloadUrl.replace('/download/', '/hls/'),
  ];
  for (const address of forged) expect((await fetch(address)).status).toBe(403);
  expect((await fetch(url.replace('master.m3u8', 'original'))).status).toBe(404);
  service.clock.advanceSeconds(sevenDays - 3_600);
  const { body: renewed } = await caller.get(`/v1/files/${file.fileId}`);
  expect(renewed.hlsSource.url).not.toBe(url);
  service.clock.advanceSeconds(3_600);
  expect((await fetch(url)).status).toBe(403);
  await expectStream(renewed.hlsSource.url);
});
