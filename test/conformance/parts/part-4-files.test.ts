import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Caller, Json } from '../support/caller.ts';
import { readAllPages } from '../support/expectations.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(300_000)]);

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
});
afterAll(() => service.dispose());

async function createUpload(fields: object = {}): Promise<Json> {
  const { status, body } = await caller.post('/v1/files/upload', { displayName: 'own.png', ...fields });
  expect(status).toBe(200);
  return body;
}

function put(url: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'PUT', body, headers, duplex: 'half' } as RequestInit);
}

test('§4.7 the bytes are put without a key or a type, and come back the same', async () => {
  const created = await createUpload();
  const answer = await put(created.uploadUrl, png);
  expect(answer.status).toBe(200);
  const file = await caller.untilAnalysed(created.fileId);
  expect(file).toMatchObject({ type: 'IMAGE', fileAnalysisMetadata: { analysisLoadingState: 'FULFILLED' } });
  expect(file.downloadSource).toMatchObject({
    status: 'ready',
    fileBytes: png.byteLength,
    width: 640,
    height: 360,
  });
  expect(file.downloadSource.url).toBe(file.downloadUrl);
  expect(file.thumbnailSource).toMatchObject({ status: 'ready', url: file.thumbnailUrl });
  const bytes = Buffer.from(await (await fetch(file.downloadUrl)).arrayBuffer());
  expect(bytes.equals(png)).toBe(true);
});

test('contract §4.6 a file whose analysis goes on says how far it is and which attempt it is', async () => {
  const release = service.engine.hold('makeThumbnail');
  const created = await createUpload();
  await put(created.uploadUrl, png);
  const { body: file } = await caller.get(`/v1/files/${created.fileId}`);
  expect(file['fileAnalysisMetadata']).toEqual({
    analysisLoadingState: 'LOADING',
    analysisProgressPercentage: expect.any(Number) as number,
    analysisAttemptIndex: 0,
  });
  release();
  const analysed = await caller.untilAnalysed(created.fileId);
  expect(analysed['fileAnalysisMetadata']).toEqual({
    analysisLoadingState: 'FULFILLED',
    analysisProgressPercentage: 100,
  });
});

test('a body without a declared length is taken too', async () => {
  const created = await createUpload();
  const stream = new Blob([png]).stream();
  expect((await put(created.uploadUrl, stream, { 'content-type': 'image/png' })).status).toBe(200);
  expect((await caller.untilAnalysed(created.fileId)).downloadSource['fileBytes']).toBe(png.byteLength);
});

test.each([
  ['wrong.png', Buffer.from('....ftypisom'), {}, 'VIDEO'],
  ['a', Buffer.from('RIFF....WAVE'), {}, 'AUDIO'],
  ['a', Buffer.from('%PDF-1.7'), {}, 'PDF'],
  ['a', Buffer.from('Harbour lights'), {}, 'TEXT'],
  ['a', Buffer.from('{"layers":[]}'), { type: 'LOTTIE' }, 'LOTTIE'],
])('the type of %s is recognized by its bytes (%#)', async (name, bytes, fields, type) => {
  expect(await caller.upload(name, bytes, fields)).toMatchObject({ type });
});

test('bytes of no known type fail and are not kept', async () => {
  const file = await caller.upload('tool.exe', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'));
  expect(file).toMatchObject({
    downloadUrl: null,
    downloadSource: { status: 'failed', url: null },
    fileAnalysisMetadata: { analysisLoadingState: 'REJECTED' },
  });
  const folder = path.join(service.dataFolder, 'files', file.fileId.slice(-2));
  expect(await readdir(folder)).not.toContain(file.fileId);
});

test.each([
  ['VIDEO', randomBytes(150_000).toString('base64')],
  ['AUDIO', randomBytes(150_000).toString('base64')],
  ['IMAGE', 'Harbour lights'],
  ['PDF', 'Harbour lights'],
  ['SLIDESHOW', '%PDF-1.7'],
  ['TEXT', '%PDF-1.7'],
  ['LOTTIE', 'Harbour lights'],
  ['IMAGE', '....ftypisom'],
  ['VIDEO', 'RIFF....WAVE'],
  ['AUDIO', '....ftypisom'],
])('an upload declared as %s fails when its bytes are something else (%#)', async (type, bytes) => {
  const file = await caller.upload('declared', Buffer.from(bytes), { type });
  expect(file).toMatchObject({
    type,
    downloadUrl: null,
    downloadSource: { status: 'failed', url: null },
    fileAnalysisMetadata: { analysisLoadingState: 'REJECTED' },
  });
  const folder = path.join(service.dataFolder, 'files', file.fileId.slice(-2));
  expect(await readdir(folder)).not.toContain(file.fileId);
});

test('a temporary upload says so and is never analysed', async () => {
  const file = await caller.upload('own.png', png, { isTemporary: true });
  expect(file).toMatchObject({
    scope: 'TEMPORARY',
    fileAnalysisMetadata: { analysisLoadingState: 'UNATTEMPTED' },
  });
  expect(file.downloadSource.status).toBe('ready');
});

test('an empty file is refused and the address takes the bytes afterwards', async () => {
  const created = await createUpload();
  const answer = await put(created.uploadUrl, '');
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'invalid_request']);
  expect((await put(created.uploadUrl, png)).status).toBe(200);
});

test('a second body is refused', async () => {
  const created = await createUpload();
  expect((await put(created.uploadUrl, png)).status).toBe(200);
  const again = await put(created.uploadUrl, 'other bytes');
  expect([again.status, (await again.json()).code]).toEqual([409, 'conflict']);
  const { downloadUrl } = await caller.untilAnalysed(created.fileId);
  expect(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()).equals(png)).toBe(true);
});

test('a part of a file is refused, so that it is never kept as the whole', async () => {
  const created = await createUpload();
  const part = await put(created.uploadUrl, png, { 'content-range': `bytes 0-${png.byteLength - 1}/900000` });
  expect([part.status, (await part.json()).code]).toEqual([400, 'invalid_request']);
  expect((await put(created.uploadUrl, png)).status).toBe(200);
});

/** Starts an upload that announces its number of bytes and sends none. */
async function beginUpload(bytes: number): Promise<Socket> {
  const created = await createUpload();
  const { hostname, port, pathname, search } = new URL(created.uploadUrl);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  return socket;
}

test('an upload of more than 2 GiB is taken', async () => {
  const socket = await beginUpload(2 ** 31 + 1);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  const temporaryNames = () => readdir(path.join(service.dataFolder, 'temp'));
  await expect
    .poll(async () => [answer, ...(await temporaryNames())].join().length, { timeout: 10_000 })
    .toBeGreaterThan(0);
  expect(answer).toBe('');
  socket.destroy();
  await expect.poll(temporaryNames, { timeout: 10_000 }).toEqual([]);
});

test('more bytes than the disk has room for are refused before anything is written', async () => {
  const socket = await beginUpload(2 ** 52);
  const answer = await new Promise<string>((resolve) =>
    socket.once('data', (chunk) => resolve(chunk.toString())),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 507 /);
  expect(answer).toContain('"disk_full"');
});

test('an upload that breaks off leaves nothing and may be repeated', async () => {
  const created = await createUpload();
  const { hostname, port, pathname, search } = new URL(created.uploadUrl);
  const socket = connect(Number(port), hostname);
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 300000\r\n\r\n`,
  );
  socket.write(png.subarray(0, 100_000));
  const temporaryNames = () => readdir(path.join(service.dataFolder, 'temp'));
  await vi.waitFor(async () => expect(await temporaryNames()).toHaveLength(1), {
    timeout: 10_000,
    interval: 10,
  });
  const busy = await put(created.uploadUrl, png);
  expect([busy.status, (await busy.json()).code]).toEqual([409, 'conflict']);
  socket.destroy();
  await vi.waitFor(async () => expect(await temporaryNames()).toEqual([]), { timeout: 10_000, interval: 10 });
  expect((await put(created.uploadUrl, png)).status).toBe(200);
});

test('an altered upload address is refused', async () => {
  const created = await createUpload();
  const altered = created.uploadUrl.replace(/expires=\d+/, 'expires=99999999999');
  for (const url of [altered, created.uploadUrl.replace(/&signature.*/, '')]) {
    const answer = await put(url, png);
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'not_authorized']);
  }
});

test('contract §4.6 an upload address holds 900 seconds, and the file has failed after them', async () => {
  const created = await createUpload();
  service.clock.advanceSeconds(899);
  expect((await caller.get(`/v1/files/${created.fileId}`)).body.downloadSource.status).toBe('pending');
  service.clock.advanceSeconds(1);
  const late = await put(created.uploadUrl, png);
  expect([late.status, (await late.json()).code]).toEqual([403, 'not_authorized']);
  expect((await caller.get(`/v1/files/${created.fileId}`)).body.downloadSource.status).toBe('failed');
});

test('§4.7 files are listed most recently updated first; those of projects and exports when asked for', async () => {
  await caller.makeProject({ autoExport: true });
  const own = await caller.upload('last.png', png);
  const scopesOf = async (query: string) => {
    const pages = await readAllPages((page) => caller.get(`/v1/files?${page}&${query}`), 'files', 4);
    return pages.flat().map((file) => file['scope']);
  };
  const { body } = await caller.get('/v1/files?limit=1');
  expect(body.files[0]?.fileId).toBe(own.fileId);
  expect(new Set(await scopesOf(''))).toEqual(new Set(['GLOBAL', 'TEMPORARY']));
  expect(await scopesOf('includeExportFiles=true')).toContain('EXPORT');
  expect(await scopesOf('includeExportFiles=true')).not.toContain('PROJECT');
  expect(await scopesOf('includeProjectFiles=true')).toContain('PROJECT');
  const all = await scopesOf('includeProjectFiles=true&includeExportFiles=true&selfOnly=true');
  expect(new Set(all)).toEqual(new Set(['GLOBAL', 'TEMPORARY', 'EXPORT', 'PROJECT']));
});
