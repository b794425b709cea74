import { closeSync, fstatSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { FolderLock } from '../../../../../src-service/store/disk/folder-lock.ts';
import { makeTemporaryFolder } from '../../../../fakes/temporary-folder.ts';

function hold(lockPath: string): void {
  const lock = FolderLock.acquire(lockPath);
  onTestFinished(() => {
    lock.release();
  });
}

test('of two services that look at the lock at the same moment the first to ask for it has it', async () => {
  const lockPath = path.join(await makeTemporaryFolder(), 'service.lock');
  const other = new DatabaseSync(lockPath);
  onTestFinished(() => {
    other.close();
  });
  other.exec('BEGIN; SELECT * FROM sqlite_schema');
  expect(() => {
    hold(lockPath);
  }).not.toThrow();
  expect(() => {
    other.exec('COMMIT; BEGIN IMMEDIATE');
  }).toThrow('locked');
});

test('a damaged lock is emptied where it lies, so that two who find it damaged lock the same file', async () => {
  const lockPath = path.join(await makeTemporaryFolder(), 'service.lock');
  writeFileSync(lockPath, 'This is no database. '.repeat(500));
  const found = openSync(lockPath, 'r');
  onTestFinished(() => {
    closeSync(found);
  });
  hold(lockPath);
  expect(fstatSync(found)).toMatchObject({ nlink: 1, size: 0 });
});
