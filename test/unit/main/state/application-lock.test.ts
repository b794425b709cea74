import { closeSync, fstatSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { holdApplicationLock } from '../../../../src-main/state/application-lock.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';

function hold(userData: string): void {
  const release = holdApplicationLock(userData);
  onTestFinished(release);
}

test('of two apps that look at the lock at the same moment the first to ask for it has it', async () => {
  const userData = await makeFolder('lock');
  const other = new DatabaseSync(join(userData, 'app.lock'));
  onTestFinished(() => {
    other.close();
  });
  other.exec('BEGIN; SELECT * FROM sqlite_schema');
  expect(() => {
    hold(userData);
  }).not.toThrow();
  expect(() => {
    other.exec('COMMIT; BEGIN IMMEDIATE');
  }).toThrow('locked');
});

test('an app that is killed leaves nothing beside the lock that the next ones would have to recover', async () => {
  const userData = await makeFolder('lock');
  hold(userData);
  expect(readdirSync(userData).sort()).toEqual(['app.lock']);
});

test('a damaged lock is emptied where it lies, so that two who find it damaged lock the same file', async () => {
  const userData = await makeFolder('lock');
  const path = join(userData, 'app.lock');
  writeFileSync(path, 'This is no database. '.repeat(500));
  const found = openSync(path, 'r');
  onTestFinished(() => {
    closeSync(found);
  });
  hold(userData);
  expect(fstatSync(found)).toMatchObject({ nlink: 1, size: 0 });
});
