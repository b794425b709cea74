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

/** Returns a library with pages of files. The cursor of each page is the number of the next one. */
function libraryOf(pages: readonly (readonly FileInfo[])[]) {
  const read: (string | null)[] = [];
  const added: unknown[] = [];
  const files: LibraryFilesDeps['files'] = {
    list: (cursor) => {
      read.push(cursor);
      const at = Number(cursor ?? 0);
      const hasMore = at + 1 < pages.length;
      const shown = [...(pages[at] ?? [])];
      return Promise.resolve({ files: shown, hasMore, nextCursor: hasMore ? String(at + 1) : null });
    },
    search: () => Promise.resolve({ results: pages.flat().map((each) => ({ similarity: 0.5, file: each })) }),
    hydrate: (fileId) => {
      const found = pages.flat().find((each) => each.fileId === fileId);
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
  return { library: new LibraryFiles({ connectionId: 'local', files, materials }), read, added };
}

test('a list of one kind reads on past pages of others, and says where it stopped', async () => {
  const songs = Array.from({ length: 30 }, (_, index) => file(index, 'AUDIO'));
  const stills = Array.from({ length: 30 }, (_, index) => file(100 + index, 'IMAGE'));
  const { library, read } = libraryOf([songs, [file(50, 'TEXT'), file(51, null)], stills, stills]);
  const { files, nextCursor } = await library.list(['image'], null);
  expect(files).toHaveLength(30);
  expect([read, nextCursor]).toEqual([[null, '1', '2'], '3']);
  expect((await library.search(['audio'], 'take')).map(({ kind }) => kind)).toEqual(songs.map(() => 'audio'));
});

test('a file becomes a material that is not sent again, and only one that the service has prepared', async () => {
  const pending = { downloadSource: { status: 'pending' } } as const;
  const { library, added } = libraryOf([[file(1, 'VIDEO'), file(2, 'IMAGE', pending), file(3, 'TEXT')]]);
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
  const { library } = libraryOf([[file(1, 'IMAGE', { thumbnailSource })]]);
  const [listed] = (await library.list(['image'], null)).files;
  expect(listed?.thumbnailPath).toBe('files/local/file_1/thumbnail');
  const link = library.linkOf('file_1', 'thumbnail', signal);
  expect([link?.url, await link?.renew()]).toEqual(['https://s/old', 'https://s/fresh']);
  expect(library.linkOf('file_1', 'content', signal)?.url).toBe('https://s/1');
  expect(library.linkOf('file_1', 'transcript', signal)).toBeNull();
});
