import { expect, test } from 'vitest';
import { type LibraryFilesDeps, LibraryFiles } from '../../../../src-main/projects/library-files.ts';
import type { FileInfo } from '../../../../src-shared/api/files.ts';

const { signal } = new AbortController();

function file(number: number, type: FileInfo['type'], facts: Partial<FileInfo> = {}): FileInfo {
  return {
    fileId: `file_${String(number)}`,
    type,
    scope: 'GLOBAL',
    displayName: `Take ${String(number)}`,
    downloadSource: { status: 'ready', url: `https://s/${String(number)}`, fileBytes: 9 },
    ...facts,
  };
}

function libraryOf(known: readonly FileInfo[]) {
  const added: unknown[] = [];
  const files: LibraryFilesDeps['files'] = {
    hydrate: (fileId) => {
      const found = known.find((each) => each.fileId === fileId);
      const fresh = { status: 'ready', url: 'https://s/fresh' } as const;
      return found
        ? Promise.resolve({ ...found, thumbnailSource: fresh })
        : Promise.reject(new Error('There is none.'));
    },
  };
  const materials: LibraryFilesDeps['materials'] = {
    addOfLibrary: (connectionId, fileId, facts) => {
      added.push({ connectionId, fileId });
      return { materialId: 'mat', ...facts };
    },
  };
  return { library: new LibraryFiles({ connectionId: 'local', files, materials }), added };
}

test('a file becomes a material that is not sent again, and only one that the service has prepared', async () => {
  const pending = { downloadSource: { status: 'pending' } } as const;
  const { library, added } = libraryOf([file(1, 'VIDEO'), file(2, 'IMAGE', pending), file(3, 'TEXT')]);
  expect(await library.use('file_1')).toMatchObject({
    kind: 'video',
    displayName: 'Take 1',
    sizeBytes: 9,
    mediaPath: 'files/local/file_1/content',
  });
  expect(added).toEqual([{ connectionId: 'local', fileId: 'file_1' }]);
  await expect(library.use('file_3')).rejects.toMatchObject({ code: 'file_type_unsupported' });
});

test('a picture is shown by the link of the list first and by a fresh one when that is over', async () => {
  const thumbnailSource = { status: 'ready', url: 'https://s/old' } as const;
  const listed = file(1, 'IMAGE', { thumbnailSource });
  const { library } = libraryOf([listed]);
  library.keep([listed]);
  const link = library.linkOf('file_1', 'thumbnail', signal);
  expect([link?.url, await link?.renew()]).toEqual(['https://s/old', 'https://s/fresh']);
  expect(library.linkOf('file_1', 'content', signal)?.url).toBe('https://s/1');
  expect(library.linkOf('file_1', 'transcript', signal)).toBeNull();
  const previewSource = { status: 'ready', url: 'https://s/preview' } as const;
  library.keep([file(2, 'AUDIO', { previewSource })]);
  expect(library.linkOf('file_2', 'content', signal)?.url).toBe('https://s/preview');
});
