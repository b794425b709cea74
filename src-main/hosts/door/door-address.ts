import { randomUUID } from 'node:crypto';
import { lstat, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { removeTree } from '../../foundation/files/remove-tree.ts';
import { makePrivateFolder } from '../../state/private-files.ts';

/** The system's limit of a socket's path is 104 or 108 bytes. */
const longestPath = 100;

function folderOf(userData: string): string {
  return join(userData, 'door');
}

/**
 * Makes a new address in the data folder: a socket in a folder that only its owner may enter, or a pipe of Windows with
 * a name that nobody can guess. Only the process with the application lock may call it.
 */
export async function makeDoorAddress(userData: string): Promise<string> {
  const folder = folderOf(userData);
  makePrivateFolder(folder);
  const wanted = join(folder, 'socket');
  await rm(wanted, { force: true });
  if (process.platform === 'win32') return `\\\\.\\pipe\\dailies-${randomUUID()}`;
  if (Buffer.byteLength(wanted) <= longestPath) return wanted;
  return join(await mkdtemp(join(tmpdir(), 'dailies-door-')), 'socket');
}

/** Writes the address where commands look for it. */
export async function tellDoorAddress(userData: string, address: string): Promise<void> {
  await writeFile(join(folderOf(userData), 'address'), address, { mode: 0o600 });
}

export async function removeDoorAddress(userData: string, address: string): Promise<void> {
  await rm(join(folderOf(userData), 'address'), { force: true });
  if (process.platform === 'win32') return;
  await rm(address, { force: true });
  if (dirname(address) !== folderOf(userData)) await removeTree(dirname(address));
}

/**
 * Returns the address of the app that runs with this folder; null if none has told one.
 * @throws AppError `forbidden` if another user owns the folder or may enter it.
 */
export async function findDoorAddress(userData: string): Promise<string | null> {
  const folder = folderOf(userData);
  const facts = await lstat(folder).catch(() => null);
  if (!facts?.isDirectory()) return null;
  const isOwn =
    process.platform === 'win32' || (facts.uid === process.getuid?.() && (facts.mode & 0o077) === 0);
  if (!isOwn)
    throw new AppError('forbidden', `${folder} must belong to you, and only you may enter it (mode 0700).`, {
      details: { path: folder },
    });
  return readFile(join(folder, 'address'), 'utf8').catch(() => null);
}
