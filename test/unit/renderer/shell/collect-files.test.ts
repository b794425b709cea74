import { expect, test } from 'vitest';
import {
  collectFiles,
  type Entry,
  type FileEntry,
  type FolderEntry,
  maxFiles,
  maxLevels,
} from '../../../../src-renderer/shell/collect-files.ts';

function fileEntry(name: string): FileEntry {
  const file: FileEntry['file'] = (onFile, onError) => {
    if (name.startsWith('locked')) onError?.(new DOMException('locked', 'NotReadableError'));
    else onFile(new File(['x'], name));
  };
  return { name, isFile: true, isDirectory: false, file };
}

/** Returns its entries a few at a time, as browsers do. */
function folderEntry(name: string, entries: readonly Entry[], atOnce = 100): FolderEntry {
  const createReader = () => {
    const rest = [...entries];
    const readEntries: FileSystemDirectoryReader['readEntries'] = (onEntries) => {
      onEntries(rest.splice(0, atOnce) as FileSystemEntry[]);
    };
    return { readEntries };
  };
  return { name, isFile: false, isDirectory: true, createReader };
}

const nameOf = ({ file, folder }: { file: File; folder: string }): string => `${folder}/${file.name}`;

test('folders are gone through in the order of their names, in whatever order their entries come', async () => {
  const folder = folderEntry(
    'rushes',
    [fileEntry('c.mov'), folderEntry('b', [fileEntry('1.wav')]), fileEntry('a.mov')],
    1,
  );
  const { files } = await collectFiles({ entries: [folder], files: [new File(['x'], 'first.md')] });
  expect(files.map(nameOf)).toEqual(['/first.md', '/rushes/a.mov', '/rushes/b/1.wav', '/rushes/c.mov']);
});

test('numbered files come in the order of their numbers', async () => {
  const folder = folderEntry('deck', ['Slide10.PNG', 'Slide2.PNG', 'Slide1.PNG'].map(fileEntry));
  const { files } = await collectFiles({ entries: [folder], files: [] });
  expect(files.map(({ file }) => file.name)).toEqual(['Slide1.PNG', 'Slide2.PNG', 'Slide10.PNG']);
});

test('hidden files, what cannot be read and what lies too deep are left out and counted', async () => {
  let inner = folderEntry('9', [fileEntry('too deep.mov')]);
  for (let level = maxLevels; level >= 1; level -= 1) {
    inner = folderEntry(String(level), [inner, fileEntry(`${String(level)}.mov`)]);
  }
  const hidden = ['.DS_Store', 'Thumbs.db', '.hidden.mov'].map(fileEntry);
  const folder = folderEntry('more', [
    ...hidden,
    folderEntry('.git', [fileEntry('HEAD')]),
    fileEntry('locked.mov'),
  ]);
  const collected = await collectFiles({ entries: [inner, folder], files: [] });
  expect(collected.files.map(({ file }) => file.name)).toEqual(
    Array.from({ length: maxLevels }, (_, index) => `${String(index + 1)}.mov`),
  );
  expect(collected).toMatchObject({ hiddenCount: 4, deepCount: 1, unreadableCount: 1, isCut: false });
});

test('more files than one drop brings are cut off, and the user is notified', async () => {
  const entries = Array.from({ length: maxFiles + 1 }, (_, index) => fileEntry(`${String(index)}.mov`));
  const whole = await collectFiles({ entries: [folderEntry('a', entries.slice(1))], files: [] });
  expect([whole.files.length, whole.isCut]).toEqual([maxFiles, false]);
  const cut = await collectFiles({ entries: [folderEntry('a', entries)], files: [] });
  expect([cut.files.length, cut.isCut]).toEqual([maxFiles, true]);
});
