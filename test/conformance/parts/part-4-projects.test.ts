import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type Json, shortScript } from '../support/caller.ts';
import { expectError, readAllPages } from '../support/expectations.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;
let run: Json;

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
  run = await caller.makeProject({ script: 'Harbour lights & more.\nThe boats come in.' });
});
afterAll(() => service.dispose());

async function exportProject(body?: object, projectId = run.projectId): Promise<Json> {
  const { status, body: started } = await caller.post(`/v1/projects/${projectId}/export`, body);
  expect(status).toBe(202);
  expect(Object.keys(started)).toEqual(['exportId']);
  return caller.untilTerminal(`/v1/projects/${projectId}/exports/${started.exportId}`);
}

async function interchange(body?: object): Promise<Json> {
  const { status, body: started } = await caller.post(
    `/v1/projects/${run.projectId}/timeline-interchange`,
    body,
  );
  expect(status).toBe(202);
  return caller.untilTerminal(`/v1/timeline-interchange/${started.interchangeJobId}`);
}

test('§4.3 an export needs no body at all, and {} is the same', async () => {
  service.engine.calls.length = 0;
  for (const body of [undefined, {}])
    expect(await exportProject(body)).toMatchObject({ status: 'succeeded' });
  const requests = service.engine.calls.filter((call) => call.name === 'renderMovie');
  expect(requests).toHaveLength(2);
  for (const { request } of requests) {
    expect(request).toMatchObject({ quality: 'FULL_HIGH', hasWatermark: false, hasEndScreen: false });
  }
});

test.each(['STANDARD', 'HIGH', 'FULL_HIGH', 'ULTRA_HIGH'])(
  '§4.3 %s is a quality of exports',
  async (quality) => {
    service.engine.calls.length = 0;
    expect(await exportProject({ quality })).toMatchObject({ status: 'succeeded', progressPercentage: 100 });
    expect(service.engine.calls.find((call) => call.name === 'renderMovie')?.request).toMatchObject({
      quality,
    });
  },
);

test('§4.3 exports are listed newest first with their files; those of other projects are not theirs', async () => {
  const other = await caller.makeProject();
  const made = [await exportProject({}, other.projectId), await exportProject({}, other.projectId)];
  const list = (query: string) => caller.get(`/v1/projects/${other.projectId}/exports?${query}`);
  const pages = await readAllPages(list, 'exports', 1);
  expect(pages.flat().map((record) => record.exportId)).toEqual(
    made.map((record) => record.exportId).reverse(),
  );
  expect(pages.flat()[0]?.file).toMatchObject({ fileId: made[1]?.exportFileId, type: 'VIDEO' });
  expectError(
    await caller.get(`/v1/projects/${run.projectId}/exports/${made[0]?.exportId}`),
    404,
    'not_found',
  );
});

test('a project that is still being generated can be neither exported nor converted', async () => {
  const release = service.engine.hold('speakScene');
  const { body } = await caller.post('/v1/workflows/script-to-video', shortScript);
  expectError(await caller.post(`/v1/projects/${body.projectId}/export`), 409, 'conflict');
  expectError(await caller.post(`/v1/projects/${body.projectId}/timeline-interchange`), 409, 'conflict');
  release();
});

test('§4.3 interchange without a body is a document that links to its media', async () => {
  const job = await interchange();
  expect(job).toMatchObject({ format: 'FCPXML', mediaDelivery: 'REMOTE_URLS', status: 'succeeded' });
  const text = await (await fetch(job.downloadUrl)).text();
  expect(text).toContain('<!DOCTYPE fcpxml>');
  const links = [...text.matchAll(/src="(http[^"]+)"/g)].map(
    (match) => match[1]?.replaceAll('&amp;', '&') ?? '',
  );
  expect(links).toHaveLength(4);
  for (const link of links) {
    expect(new URL(link).pathname).toMatch(/\/0[12]_[a-z-]+\.(png|wav)$/);
    expect((await fetch(link)).status).toBe(200);
  }
});

test.each([
  ['FCPXML', ['Harbour-lights-more.fcpxml', 'Harbour-lights-more.resolve.fcpxml']],
  ['PREMIERE_XML', ['Harbour-lights-more.xml']],
  ['OTIO', ['Harbour-lights-more.otio', 'Harbour-lights-more.paths.otio']],
])('§4.3 a %s bundle has its documents, the captions and every media file', async (format, documents) => {
  const job = await interchange({ format, mediaDelivery: 'BUNDLE' });
  const folder = await mkdtemp(path.join(tmpdir(), 'dailies-bundle-'));
  try {
    const zip = path.join(folder, 'bundle.zip');
    await writeFile(zip, Buffer.from(await (await fetch(job.downloadUrl)).arrayBuffer()));
    execFileSync('bsdtar', ['-xf', zip, '-C', folder]);
    await rm(zip);
    const media = await readdir(path.join(folder, 'media'));
    expect(media.sort()).toEqual([
      '01_harbour-lights-more.png',
      '01_harbour-lights-more.wav',
      '02_the-boats-come-in.png',
      '02_the-boats-come-in.wav',
    ]);
    const names = (await readdir(folder)).filter((name) => name !== 'media');
    expect(names.sort()).toEqual([...documents, 'Harbour-lights-more.srt'].sort());
    for (const name of documents) {
      const text = await readFile(path.join(folder, name), 'utf8');
      for (const file of media) expect(text).toContain(`media/${file}`);
      expect(text).not.toContain('http://127.0.0.1');
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('§4.3 an SRT bundle has what it refers to: the captions alone', async () => {
  const job = await interchange({ format: 'SRT', mediaDelivery: 'BUNDLE' });
  const folder = await mkdtemp(path.join(tmpdir(), 'dailies-bundle-'));
  try {
    const zip = path.join(folder, 'bundle.zip');
    await writeFile(zip, Buffer.from(await (await fetch(job.downloadUrl)).arrayBuffer()));
    const names = execFileSync('bsdtar', ['-tf', zip], { encoding: 'utf8' }).trim().split('\n');
    expect(names).toEqual(['Harbour-lights-more.srt']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
