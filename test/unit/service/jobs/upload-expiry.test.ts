import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { UploadExpiry } from '../../../../src-service/jobs/files/upload-expiry.ts';
import { emptySources } from '../../../../src-service/store/records/stored-file.ts';
import { type OpenedStore, openTestStore, plainFile } from '../../../fakes/services/store-fixture.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

let opened: OpenedStore;
let expiry: UploadExpiry;
const receiving = new Set<string>();
let reported: string[];

beforeEach(async () => {
  opened = await openTestStore(await makeTemporaryFolder());
  receiving.clear();
  reported = [];
  const { store, clock, log } = opened;
  expiry = new UploadExpiry({
    ...store,
    fileEvents: (event, fileId, error) => {
      const { status } = store.files.find(fileId)?.sources.download ?? {};
      reported.push(`${event} ${fileId} ${status} ${error?.code}`);
    },
    isReceiving: (fileId) => receiving.has(fileId),
    clock,
    log: (entry) => log.push(entry),
  });
  onTestFinished(() => expiry.dispose());
});

/** Creates an upload whose address is valid for some seconds from now. */
function createUpload(fileId: string, seconds: number): void {
  const uploadExpiresAt = Math.floor(opened.clock.nowMs() / 1_000) + seconds;
  const sources = emptySources('pending');
  opened.store.files.insert(plainFile(fileId, { uploadState: 'awaiting', uploadExpiresAt, sources }));
}

const failed = (fileId: string) => `file.upload.failed ${fileId} failed invalid_request`;

test('an upload fails once, at the moment its address is over', async () => {
  expiry.start();
  expect(opened.clock.remainingMs).toEqual([]);
  createUpload('vg_file_a', 50);
  expiry.wake();
  createUpload('vg_file_b', 100);
  expiry.wake();
  expect(opened.clock.remainingMs).toEqual([50_000]);
  opened.clock.advanceSeconds(50);
  await vi.waitFor(() => expect(reported).toEqual([failed('vg_file_a')]));
  expect(opened.clock.remainingMs).toEqual([50_000]);
  opened.clock.advanceSeconds(50);
  await vi.waitFor(() => expect(reported).toEqual([failed('vg_file_a'), failed('vg_file_b')]));
  expect(opened.clock.remainingMs).toEqual([]);
});

test('uploads that ran out while no service was there fail at its start', () => {
  createUpload('vg_file_a', 50);
  opened.clock.advanceSeconds(50);
  expiry.start();
  expect(reported).toEqual([failed('vg_file_a')]);
});

test('bytes that are on their way are waited for, and their break is the end of an upload that is over', () => {
  createUpload('vg_file_a', 50);
  receiving.add('vg_file_a');
  opened.clock.advanceSeconds(50);
  expiry.start();
  expect(reported).toEqual([]);
  receiving.clear();
  expiry.wake();
  expect(reported).toEqual([failed('vg_file_a')]);
});

test('received and generated files are left alone', () => {
  const sources = emptySources('pending');
  const times = { uploadExpiresAt: 1, sources };
  opened.store.files.insert(plainFile('vg_file_a', { ...times, uploadState: 'stored' }));
  opened.store.files.insert(plainFile('vg_file_b', { uploadState: 'made' }));
  expiry.start();
  expect([reported, opened.clock.remainingMs]).toEqual([[], []]);
});
