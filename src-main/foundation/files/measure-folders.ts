import { join } from 'node:path';
import { plainFiles } from './plain-files.ts';

/** Size of a folder on the disk, in bytes. */
export interface FolderSize {
  /** Size of all its files; a file with several names in the folder counts once. */
  readonly sizeBytes: number;
  /** Size of the files that have no name outside the folder. */
  readonly ownBytes: number;
}

/** A file, and how many of its names were found. */
interface MetFile {
  readonly sizeBytes: number;
  readonly nameCount: number;
  readonly metCount: number;
}

type MetFiles = Map<string, MetFile>;

/**
 * Measures folders one after another. An unreadable folder gives null; unreadable entries inside count as zero.
 * @returns the sizes in the order of the paths, and `totalBytes`, which counts a file that several folders share once.
 */
export async function measureFolders(
  paths: readonly string[],
): Promise<{ readonly sizes: readonly (FolderSize | null)[]; readonly totalBytes: number }> {
  const all = new Map<string, number>();
  const sizes: (FolderSize | null)[] = [];
  for (const path of paths) {
    const files: MetFiles = new Map();
    const isRead = await meetFiles(path, files);
    const met = [...files.values()];
    const own = met.filter(({ nameCount, metCount }) => nameCount === metCount);
    sizes.push(isRead ? { sizeBytes: sumOf(met), ownBytes: sumOf(own) } : null);
    for (const [id, { sizeBytes }] of files) all.set(id, sizeBytes);
  }
  return { sizes, totalBytes: [...all.values()].reduce((sum, bytes) => sum + bytes, 0) };
}

/** @returns false if the folder cannot be listed. Follows no links. */
async function meetFiles(folder: string, files: MetFiles): Promise<boolean> {
  const entries = await plainFiles.readdir(folder, { withFileTypes: true }).catch(() => null);
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await meetFiles(path, files);
    const facts = entry.isFile() ? await plainFiles.lstat(path, { bigint: true }).catch(() => null) : null;
    if (!facts) continue;
    const id = `${String(facts.dev)} ${String(facts.ino)}`;
    const metCount = (files.get(id)?.metCount ?? 0) + 1;
    files.set(id, { sizeBytes: Number(facts.size), nameCount: Number(facts.nlink), metCount });
  }
  return entries !== null;
}

function sumOf(files: readonly MetFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
