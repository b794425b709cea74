import { expect, test } from 'vitest';
import { sortFiles, toShelfFile } from '../../../../../src-renderer/state/files/shelf-file.ts';
import type { FileInfo } from '../../../../../src-shared/api/files.ts';

const file = (fields: Partial<FileInfo>) =>
  toShelfFile('local', { fileId: fields.displayName ?? '', type: 'VIDEO', scope: 'GLOBAL', ...fields });

test('files are sorted by name with numbers by their value, the longest first, and the largest first', () => {
  const files = [
    file({ displayName: 'Take 10', durationSeconds: 4, downloadSource: { status: 'ready', fileBytes: 900 } }),
    file({ displayName: 'Take 2', durationSeconds: 8 }),
    file({ displayName: 'Still', downloadSource: { status: 'ready', fileBytes: 1_000 } }),
  ];
  const orderBy = (sort: Parameters<typeof sortFiles>[1]) =>
    sortFiles(files, sort).map(({ displayName }) => displayName);
  expect(orderBy('service')).toEqual(['Take 10', 'Take 2', 'Still']);
  expect(orderBy('name')).toEqual(['Still', 'Take 2', 'Take 10']);
  expect(orderBy('length')).toEqual(['Take 2', 'Take 10', 'Still']);
  expect(orderBy('size')).toEqual(['Still', 'Take 10', 'Take 2']);
});

test('the dimensions of a file are those of its own picture, else of its preview', () => {
  const previewSource = { status: 'ready', width: 1_280, height: 720 } as const;
  const downloadSource = { status: 'ready', width: 3_840, height: 2_160 } as const;
  expect(file({ previewSource, downloadSource }).dimensions).toEqual({ width: 3_840, height: 2_160 });
  expect(file({ previewSource, downloadSource: { status: 'pending' } }).dimensions).toEqual({
    width: 1_280,
    height: 720,
  });
  expect(file({ downloadSource: { status: 'ready' } }).dimensions).toBeNull();
});
