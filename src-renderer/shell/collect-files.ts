import { documentInBundle } from '../../src-timeline/formats/document-bundles.ts';
import { compareNames } from '../format/compare-names.ts';
import type { DroppedFile } from '../format/dropped-files.ts';

/** Maximum number of files in one drop. */
export const maxFiles = 2_000;
/** Maximum depth of nested folders. */
export const maxLevels = 8;

/** The files of a drop, and counts of those left out by reason. */
export interface CollectedFiles {
  readonly files: readonly DroppedFile<File>[];
  readonly hiddenCount: number;
  /** Number of folders that are nested too deep. */
  readonly deepCount: number;
  /** Number of unreadable files and folders. */
  readonly unreadableCount: number;
  /** True if the drop had more files than allowed. */
  readonly isCut: boolean;
}

/** Part of the browser's file entries that is used. */
export type Entry = Pick<FileSystemEntry, 'name' | 'isFile' | 'isDirectory'>;
export type FileEntry = Entry & Pick<FileSystemFileEntry, 'file'>;
export type FolderEntry = Entry & Pick<FileSystemDirectoryEntry, 'createReader'>;

/** Hidden files and files of the system. */
const hiddenName = /^(?:\.|thumbs\.db$|desktop\.ini$|ehthumbs\.db$|icon\r$)/i;

/** Walks through folders in the order of their names, and counts skipped entries. */
class FileWalk {
  readonly files: DroppedFile<File>[] = [];
  hiddenCount = 0;
  deepCount = 0;
  unreadableCount = 0;
  isCut = false;

  async visit(entry: Entry, folder: string, level: number): Promise<void> {
    if (this.isCut) return;
    if (hiddenName.test(entry.name)) this.hiddenCount += 1;
    else if (entry.isDirectory) await this.#enter(entry as FolderEntry, folder, level + 1);
    else if (entry.isFile) {
      const file = await this.#try(() => readFile(entry as FileEntry));
      if (file) this.add(file, folder);
    }
  }

  add(file: File, folder: string): void {
    if (this.files.length < maxFiles) this.files.push({ file, folder });
    else this.isCut = true;
  }

  async #enter(entry: FolderEntry, folder: string, level: number): Promise<void> {
    if (level > maxLevels) {
      this.deepCount += 1;
      return;
    }
    const document = documentInBundle(entry.name);
    const all = await this.#try(() => readFolder(entry));
    const inside = document === null ? all : all?.filter(({ name }) => name === document);
    for (const each of inside ?? []) await this.visit(each, `${folder}/${entry.name}`, level);
  }

  async #try<T>(read: () => Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch {
      this.unreadableCount += 1;
      return null;
    }
  }
}

function readFile(entry: FileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });
}

/** Reads all entries of a folder. The browser returns them in batches; the last batch is empty. */
async function readFolder(entry: FolderEntry): Promise<Entry[]> {
  const reader = entry.createReader();
  const all: Entry[] = [];
  for (;;) {
    const some = await new Promise<Entry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all.sort((a, b) => compareNames(a.name, b.name));
    all.push(...some);
    if (all.length > maxFiles * 2) return all;
  }
}

/** Files and folders taken from a drop or paste event, whose data is gone once the event ends. */
export interface Taken {
  readonly entries: readonly Entry[];
  readonly files: readonly File[];
}

/** Takes the entries of a drop or paste. Must be called while the event is handled. */
export function takeFrom(transfer: Pick<DataTransfer, 'items' | 'files'>): Taken {
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry());
  const folders = entries.filter((entry) => entry?.isDirectory === true) as Entry[];
  if (folders.length === 0) return { entries: [], files: [...transfer.files] };
  const files = items
    .filter((_, index) => entries[index]?.isDirectory !== true)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null);
  return { entries: folders, files };
}

/** Collects all files, including those in folders, without hidden ones in folders. */
export async function collectFiles({ entries, files }: Taken): Promise<CollectedFiles> {
  const walk = new FileWalk();
  for (const file of files) walk.add(file, '');
  for (const entry of entries) await walk.visit(entry, '', 0);
  const { hiddenCount, deepCount, unreadableCount, isCut } = walk;
  return { files: walk.files, hiddenCount, deepCount, unreadableCount, isCut };
}
