import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { writeNewFile } from '../../foundation/files/write-durably.ts';

/** A small, hidden file in every delivery folder. */
const folderMarkerName = '.dailies-folder';

const maxBytes = 4_096;
const markerSchema = z.object({ formatVersion: z.literal(1), folderId: z.uuid() });
const explanation =
  'Dailies recognises this folder by this file, even after its drive was disconnected. If it is removed, Dailies writes it again while the folder is provably the same; otherwise it delivers nothing here until the folder is chosen again.';

/**
 * Returns the id in a folder's marker; null without a readable marker.
 * @throws the system's error when the folder itself cannot be read.
 */
export async function readFolderMarker(folder: string): Promise<string | null> {
  const path = join(folder, folderMarkerName);
  // Opening a pipe of that name would block forever.
  const unixFlags = constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const flags = constants.O_RDONLY | (process.platform === 'win32' ? 0 : unixFlags);
  try {
    const handle = await open(path, flags);
    try {
      if (!(await handle.stat()).isFile()) return null;
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
      const text = buffer.toString('utf8', 0, bytesRead);
      return markerSchema.safeParse(parsed(text)).data?.folderId ?? null;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'EISDIR', 'EACCES', 'EPERM'].includes(systemCodeOf(error))) return null;
    throw error;
  }
}

/** Returns the id of the existing or newly written marker; null where none can be written. Replaces nothing. */
export async function ensureFolderMarker(
  folder: string,
  folderId: string = randomUUID(),
): Promise<string | null> {
  const known = await readFolderMarker(folder);
  if (known !== null) return known;
  const text = `${JSON.stringify({ formatVersion: 1, folderId, note: explanation }, null, 2)}\n`;
  try {
    await writeNewFile(join(folder, folderMarkerName), text);
    return folderId;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return readFolderMarker(folder);
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
