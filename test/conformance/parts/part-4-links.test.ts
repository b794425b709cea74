import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Caller, Json } from '../support/caller.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;
let file: Json;

const hour = 3_600;
const sevenDays = 7 * 24 * hour;
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(992)]);

beforeEach(async () => {
  service = await startControlledService();
  ({ caller } = service);
  file = await caller.upload('Häfen bei "Nacht"', png);
});
afterEach(() => service.dispose());

function nowSeconds(): number {
  return Math.floor(service.clock.nowMs() / 1000);
}

test('§8.2 a link holds seven days and is refused afterwards', async () => {
  expect(file.downloadUrlExpiresAt).toBe(nowSeconds() + sevenDays);
  service.clock.advanceSeconds(sevenDays - 1);
  expect((await fetch(file.downloadUrl)).status).toBe(200);
  service.clock.advanceSeconds(1);
  const late = await fetch(file.downloadUrl);
  expect([late.status, (await late.json()).code]).toEqual([403, 'not_authorized']);
});

test('§2.5 a single read renews a link within an hour of its end and not before', async () => {
  const read = async () => (await caller.get(`/v1/files/${file.fileId}`)).body;
  service.clock.advanceSeconds(sevenDays - hour - 1);
  expect((await read()).downloadUrl).toBe(file.downloadUrl);
  service.clock.advanceSeconds(1);
  const renewed = await read();
  expect(renewed.downloadUrlExpiresAt).toBe(nowSeconds() + sevenDays);
  expect(renewed.downloadUrl).not.toBe(file.downloadUrl);
  expect(renewed.thumbnailUrl).not.toBe(file.thumbnailUrl);
  expect((await fetch(renewed.downloadUrl)).status).toBe(200);
  expect((await fetch(file.downloadUrl)).status).toBe(200);
});

test('hydrating renews links that hold for days as well', async () => {
  service.clock.advanceSeconds(2 * hour);
  const { body } = await caller.post(`/v1/files/${file.fileId}/hydrate`);
  expect(body.downloadUrlExpiresAt).toBe(nowSeconds() + sevenDays);
  expect(body.thumbnailUrlExpiresAt).toBe(nowSeconds() + sevenDays);
  expect((await fetch(body.downloadUrl)).status).toBe(200);
});

test('lists do not renew links; hydrating, and reading a run, an export or a conversion does', async () => {
  const run = await caller.makeProject({ autoExport: true });
  const { body: started } = await caller.post(`/v1/projects/${run.projectId}/timeline-interchange`);
  const jobPath = `/v1/timeline-interchange/${started.interchangeJobId}`;
  const job = await caller.untilTerminal(jobPath);
  service.clock.advanceSeconds(sevenDays + 1);
  const { body: runs } = await caller.get('/v1/workflows/runs');
  expect(runs.workflowRuns[0]?.downloadUrl).toBe(run.downloadUrl);
  const { body: files } = await caller.get('/v1/files');
  expect(files.files[0]?.downloadUrl).toBe(file.downloadUrl);
  const { body: exports } = await caller.get(`/v1/projects/${run.projectId}/exports`);
  expect(exports.exports[0]?.downloadUrl).toBe(run.downloadUrl);
  const fresh = nowSeconds() + sevenDays;
  expect((await caller.get(`/v1/workflows/runs/${run.workflowRunId}`)).body.downloadUrlExpiresAt).toBe(fresh);
  expect((await caller.get(jobPath)).body.downloadUrlExpiresAt).toBe(fresh);
  expect(job.downloadUrlExpiresAt).toBeLessThan(fresh);
  expect((await caller.post(`/v1/files/${file.fileId}/hydrate`)).body.downloadUrlExpiresAt).toBe(fresh);
  const exported = await caller.get(`/v1/projects/${run.projectId}/exports/${run.exportId}`);
  expect(exported.body.downloadUrlExpiresAt).toBe(fresh);
  expect((await fetch(exported.body.file.downloadUrl)).status).toBe(200);
});

test('an altered link is refused', async () => {
  const other = await caller.upload('other.png', png);
  const signature = new URL(other.downloadUrl).search;
  const forged = [
    new URL(file.downloadUrl).origin + new URL(file.downloadUrl).pathname + signature,
    file.downloadUrl.replace('/download/', '/thumbnail/'),
    file.downloadUrl.replace(/expires=\d+/, 'expires=99999999999'),
    file.downloadUrl.replace(/signature=.*/, 'signature='),
    file.downloadUrl.replace(/&signature=.*/, ''),
    file.downloadUrl.replace(/\?.*/, ''),
  ];
  for (const url of forged) {
    const answer = await fetch(url);
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'not_authorized']);
  }
});

test('links of an earlier start still hold after a restart on the same port’s paths', async () => {
  service = await service.restart();
  ({ caller } = service);
  const { pathname, search } = new URL(file.downloadUrl);
  expect((await fetch(service.url + pathname + search)).status).toBe(200);
});

test('the bytes come with their length, type, tag and a name to save under', async () => {
  const answer = await fetch(file.downloadUrl);
  expect(answer.headers.get('content-length')).toBe('1000');
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('accept-ranges')).toBe('bytes');
  expect(answer.headers.get('etag')).toMatch(/^".+"$/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="H_fen bei _Nacht_"; filename*=UTF-8''H%C3%A4fen%20bei%20%22Nacht%22`,
  );
  const head = await fetch(file.downloadUrl, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '1000', '']);
});

test('a single range is answered with those bytes', async () => {
  const partOf = async (range: string) => {
    const answer = await fetch(file.downloadUrl, { headers: { range } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, range: answer.headers.get('content-range'), bytes };
  };
  expect(await partOf('bytes=10-19')).toEqual({
    status: 206,
    range: 'bytes 10-19/1000',
    bytes: png.subarray(10, 20),
  });
  expect(await partOf('bytes=990-')).toMatchObject({ range: 'bytes 990-999/1000', bytes: png.subarray(990) });
  expect(await partOf('bytes=-5')).toMatchObject({ range: 'bytes 995-999/1000', bytes: png.subarray(995) });
  expect(await partOf('bytes=0-1,5-6')).toMatchObject({ status: 200, range: null, bytes: png });
  for (const range of ['bytes=-1001', 'Bytes=0-4000']) {
    expect(await partOf(range)).toMatchObject({ status: 206, range: 'bytes 0-999/1000', bytes: png });
  }
  for (const range of ['bytes=1000-', 'bytes=1000-1010', 'bytes=-0']) {
    expect(await partOf(range)).toMatchObject({ status: 416, range: 'bytes */1000' });
  }
  for (const range of ['bytes=', 'bytes=-', 'bytes=5-2', 'lines=0-1', 'bytes=a-b']) {
    expect(await partOf(range)).toMatchObject({ status: 200, bytes: png });
  }
});

test('If-Range sends the whole file when it is no longer the same', async () => {
  const etag = (await fetch(file.downloadUrl, { method: 'HEAD' })).headers.get('etag') ?? '';
  const statusWith = async (condition: string) =>
    (await fetch(file.downloadUrl, { headers: { range: 'bytes=0-9', 'if-range': condition } })).status;
  expect(await statusWith(etag)).toBe(206);
  expect(await statusWith('"another"')).toBe(200);
});

test('If-None-Match spares the bytes for the tag alone, in a list, marked as weak, and for any', async () => {
  const etag = (await fetch(file.downloadUrl, { method: 'HEAD' })).headers.get('etag') ?? '';
  const statusWith = async (condition: string) =>
    (await fetch(file.downloadUrl, { headers: { 'if-none-match': condition } })).status;
  for (const condition of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
    expect([condition, await statusWith(condition)]).toEqual([condition, 304]);
  }
  for (const condition of ['"another"', etag.replaceAll('"', ''), `"${file.fileId}"`]) {
    expect([condition, await statusWith(condition)]).toEqual([condition, 200]);
  }
});
