import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCodeOf } from './folder-errors.ts';
import { plainFiles } from './plain-files.ts';

/** Codes from file systems that cannot sync a folder, network shares among them. */
const noFolderSync = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR', 'EBADF']);

/** Writes every byte, even if the system takes only a few at a time. */
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
 * Replaces a file in one step, so that nobody finds half of it. On failure the old file stays as it was.
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

/** Number of concurrent syncs: the file system joins them, and other calls still find a free thread. */
const syncsAtOnce = 3;

/** Syncs every file and folder below `folder`, and `folder` itself, to the disk: each folder after its content. */
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
