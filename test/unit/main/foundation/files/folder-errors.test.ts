import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { folderErrorOf, readFailureOf } from '../../../../../src-main/foundation/files/folder-errors.ts';

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: 'open' });
}

test.each([
  ['no room', 'disk_full', ['ENOSPC', 'EDQUOT', 'EFBIG']],
  [
    'a drive or server that is away',
    'delivery_folder_missing',
    ['ENOENT', 'ESTALE', 'ETIMEDOUT', 'EHOSTDOWN'],
  ],
  [
    'a refusal, or a computer with too much to do',
    'delivery_folder_not_writable',
    ['EACCES', 'EROFS', 'EIO', 'EBUSY', 'EMFILE', 'ENFILE', 'EXDEV', 'ENOTEMPTY', 'UNKNOWN'],
  ],
])('%s is reported with the folder and the code', (_name, code, reasons) => {
  for (const reason of reasons) {
    expect(folderErrorOf(systemError(reason), '/out')).toMatchObject({
      code,
      details: { path: '/out', reason },
    });
  }
});

test('a used-up quota, for which Node has no name, is reported by its number', () => {
  const error = Object.assign(systemError('UNKNOWN'), { errno: -constants.errno.EDQUOT });
  expect(folderErrorOf(error, '/out')).toMatchObject({ code: 'disk_full', details: { reason: 'EDQUOT' } });
});

test('a fault of the program stays what it is', () => {
  for (const error of [systemError('EBADF'), new TypeError('undefined is no function')]) {
    expect(folderErrorOf(error, '/out')).toBe(error);
  }
});

test.each([
  ['EACCES', 'locked'],
  ['EBUSY', 'locked'],
  ['ENOENT', 'missing'],
  ['ENOTDIR', 'missing'],
  ['EIO', 'EIO'],
])('a file that cannot be read because of %s counts as %s', (code, reason) => {
  expect(readFailureOf(systemError(code))).toBe(reason);
});
