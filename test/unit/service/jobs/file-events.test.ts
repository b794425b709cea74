import { writeFile } from 'node:fs/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { MediaError } from '../../../../src-media/media-error.ts';
import { createFileAnalysisKind, fileAnalysisId } from '../../../../src-service/jobs/file-analysis.ts';
import type { FileEvents } from '../../../../src-service/jobs/files/file-events.ts';
import { createFileStreamingKind } from '../../../../src-service/jobs/files/file-streaming.ts';
import { JobEngine } from '../../../../src-service/jobs/job-engine.ts';
import { emptySources, type StoredFile } from '../../../../src-service/store/records/stored-file.ts';
import { FakeMediaEngine } from '../../../fakes/media-engine/fake-media-engine.ts';
import { type OpenedStore, openTestStore, plainFile } from '../../../fakes/services/store-fixture.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

let opened: OpenedStore;
let engine: FakeMediaEngine;
let jobEngine: JobEngine;
let reported: { event: string; code: string | null; wasStored: boolean }[];

beforeEach(async () => {
  opened = await openTestStore(await makeTemporaryFolder());
  engine = new FakeMediaEngine();
  reported = [];
  const { store, clock } = opened;
  const fileEvents: FileEvents = (event, fileId, error) => {
    const isStored = store.files.find(fileId) !== null;
    reported.push({ event, code: error?.code ?? null, wasStored: isStored });
  };
  const deps = { ...store, engine, clock, fileEvents };
  jobEngine = new JobEngine({
    ...deps,
    log: () => undefined,
    kinds: [createFileAnalysisKind(deps), createFileStreamingKind(deps)],
    jobsPerQueue: { long: 1, short: 1, tools: 1, streaming: 1 },
    onEnded: () => undefined,
  });
  jobEngine.start();
  onTestFinished(() => jobEngine.dispose());
});

/** Analyses a file until nothing more is to be done, and returns its events. */
async function eventsOf(bytes: string, changes: Partial<StoredFile> = {}): Promise<string[]> {
  const { store } = opened;
  const fileId = 'vg_file_own';
  const temporaryPath = store.fileStore.temporaryPath();
  await writeFile(temporaryPath, Buffer.from(bytes, 'latin1'));
  await store.fileStore.publish(fileId, 'original', temporaryPath);
  const awaited = { analysisState: 'LOADING', sources: emptySources('pending'), type: null } as const;
  store.files.insert(plainFile(fileId, { ...awaited, ...changes }));
  store.jobs.insert({ jobId: fileAnalysisId(fileId), kind: 'file-analysis', state: { fileId } });
  jobEngine.wake();
  await vi.waitFor(
    () => {
      const left = store.database.all(`SELECT 1 FROM jobs WHERE status IN ('pending', 'running')`);
      expect(left).toEqual([]);
    },
    { timeout: 20_000, interval: 2 },
  );
  expect(reported.every(({ wasStored }) => wasStored)).toBe(true);
  return reported.map(({ event, code }) => (code === null ? event : `${event} ${code}`));
}

test('of a picture: it is there, it can be downloaded, it is analysed', async () => {
  expect(await eventsOf('\x89PNG\r\n\x1a\n')).toEqual([
    'file.upload.completed',
    'file.download_ready',
    'file.analysis_completed',
  ]);
});

test('of a movie also that it can be played', async () => {
  expect((await eventsOf('....ftypisom')).sort()).toEqual([
    'file.analysis_completed',
    'file.download_ready',
    'file.playback_ready',
    'file.upload.completed',
  ]);
  expect(opened.store.files.find('vg_file_own')?.sources).toMatchObject({
    preview: { status: 'ready', fileName: 'preview.mp4' },
    hls: { status: 'ready', fileName: 'master.m3u8', width: 640 },
  });
});

test('of a temporary file nothing about an analysis', async () => {
  const temporary = { scope: 'TEMPORARY', analysisState: 'UNATTEMPTED' } as const;
  expect(await eventsOf('\x89PNG\r\n\x1a\n', temporary)).toEqual([
    'file.upload.completed',
    'file.download_ready',
  ]);
});

test('of bytes of no known type that the upload failed, and why', async () => {
  expect(await eventsOf('MZ\x90\0\x03')).toEqual(['file.upload.failed invalid_parameters']);
});

test('of bytes that are not what was declared that the upload failed, and why', async () => {
  expect(await eventsOf('Harbour lights', { type: 'VIDEO' })).toEqual([
    'file.upload.failed invalid_parameters',
  ]);
});

test('of a movie without pictures, declared as a video, that it is there as a sound', async () => {
  vi.spyOn(engine, 'probe').mockResolvedValue({
    type: 'AUDIO',
    mimeType: 'audio/mp4',
    durationSeconds: 1,
    size: null,
    hasSound: true,
  });
  expect(await eventsOf('....ftypisom', { type: 'VIDEO' })).toContain('file.upload.completed');
  expect(opened.store.files.find('vg_file_own')?.type).toBe('AUDIO');
});

test('of a failed analysis why; the file stays usable', async () => {
  engine.failNext('files', new MediaError('unreadable_media', 'Damaged'));
  expect(await eventsOf('\x89PNG\r\n\x1a\n')).toEqual([
    'file.upload.completed',
    'file.download_ready',
    'file.analysis_failed invalid_parameters',
  ]);
  expect(opened.store.files.find('vg_file_own')).toMatchObject({
    analysisState: 'REJECTED',
    sources: { download: { status: 'ready' }, thumbnail: { status: 'ready' } },
  });
});

test('a file that was made here has its events from whatever made it', async () => {
  expect(await eventsOf('\x89PNG\r\n\x1a\n', { uploadState: 'made' })).toEqual([]);
});

test('a movie that cannot be made playable has no preview and no stream, and is there all the same', async () => {
  const failure = () => new MediaError('unreadable_media', 'Damaged');
  engine.failNext('files', failure(), failure(), failure());
  expect(await eventsOf('....ftypisom')).not.toContain('file.playback_ready');
  expect(opened.store.files.find('vg_file_own')?.sources).toMatchObject({
    download: { status: 'ready' },
    preview: { status: 'failed' },
    hls: { status: 'failed' },
  });
});
