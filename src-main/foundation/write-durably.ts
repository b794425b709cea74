import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCodeOf } from './folder-errors.ts';
import { plainFiles } from './plain-files.ts';

/** What file systems answer that have no such call for folders, network shares among them. */
const noFolderSync = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR', 'EBADF']);

/** Writes every byte, however little the system takes at a time. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Creates a file that is on the disk when this resolves. Fails when the name is taken. */
export async function writeNewFile(path: string, content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  const handle = await plainFiles.open(path, 'wx', 0o644);
  try {
    await writeAll(handle, bytes, 0);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file anew in one step, so that nobody finds half of it; on failure the old one stays as it was.
 * @param temporary on the same drive; hidden and beside it by default.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  temporary = join(dirname(path), `.${randomUUID()}.new`),
): Promise<void> {
  try {
    await plainFiles.rm(temporary, { force: true });
    await writeNewFile(temporary, content);
    await plainFiles.rename(temporary, path);
  } catch (error) {
    await plainFiles.rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes the names in a folder durable. Systems that cannot do that do not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await plainFiles.open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!noFolderSync.has(systemCodeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}

/** Syncs at once: the file system joins them into one, and another call still finds a thread of its own. */
const syncsAtOnce = 3;

/** Brings every file and folder below `folder`, and itself, onto the disk: each folder after what is in it. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await plainFiles.readdir(folder, { withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) await syncTree(join(folder, entry.name));
  const files = entries.values().filter((entry) => !entry.isDirectory());
  const syncSome = async (): Promise<void> => {
    for (const { name } of files) await syncFile(join(folder, name));
  };
  await Promise.all(Array.from({ length: syncsAtOnce }, syncSome));
  await syncFolder(folder);
}

async function syncFile(path: string): Promise<void> {
  const handle = await plainFiles.open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
