import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../../start-error.ts';

const signingKeyBytes = 32;

/** Paths in the service's data folder. Everything inside is private to the user. */
export interface DataFolder {
  readonly root: string;
  readonly databasePath: string;
  readonly lockPath: string;
  readonly signingKeyPath: string;
  /** Finished media, one folder per file id. */
  readonly filesPath: string;
  /** Half-received uploads. Deleted at every start. */
  readonly temporaryPath: string;
  /** One folder per unfinished job. */
  readonly workPath: string;
}

/** Creates the folder and its subfolders for this user only. @throws StartError if the folder cannot be used. */
export async function prepareDataFolder(root: string): Promise<DataFolder> {
  const absolute = path.resolve(root);
  const folder: DataFolder = {
    root: absolute,
    databasePath: path.join(absolute, 'service.db'),
    lockPath: path.join(absolute, 'service.lock'),
    signingKeyPath: path.join(absolute, 'signing.key'),
    filesPath: path.join(absolute, 'files'),
    temporaryPath: path.join(absolute, 'temp'),
    workPath: path.join(absolute, 'work'),
  };
  try {
    for (const part of [absolute, folder.filesPath, folder.temporaryPath, folder.workPath]) {
      await makeFolders(part);
      await chmod(part, 0o700);
    }
  } catch (error) {
    throw unusable(absolute, error);
  }
  return folder;
}

/**
 * Makes a folder and its parents; one that exists stays. Node's recursive `mkdir` never ends if a folder exists but
 * takes no names, such as the folders of the system's processes.
 */
async function makeFolders(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    await makeFolders(path.dirname(folder));
    await makeFolder(folder);
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, 0o700);
  } catch (error) {
    const found = await stat(folder).catch(() => null);
    if (!found?.isDirectory()) throw error;
  }
}

const refusedCodes = ['EACCES', 'EPERM', 'EROFS', 'EISDIR'];
const sqliteReadOnly = 8;
const sqliteCannotOpen = 14;

/** Replaces the refusal to open or write a file of the folder, such as one of another user. Other errors stay. */
export function folderRefusalOf(error: unknown, folder: string): unknown {
  const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
  const isRefused = errcode === sqliteReadOnly || errcode === sqliteCannotOpen;
  const absolute = path.resolve(folder);
  return isRefused || (refusedCodes.includes(systemCodeOf(error)) && !isElsewhere(error, absolute))
    ? unusable(absolute, error)
    : error;
}

/** True for an error of another file, such as one of the app. */
function isElsewhere(error: unknown, folder: string): boolean {
  if (!(error instanceof Error && 'path' in error && typeof error.path === 'string')) return false;
  return error.path !== folder && !error.path.startsWith(folder + path.sep);
}

function unusable(folder: string, error: unknown): StartError {
  const isFile = ['EEXIST', 'ENOTDIR'].includes(systemCodeOf(error));
  const text = error instanceof Error ? error.message : String(error);
  const detail = isFile ? 'it is a file, or in one.' : text;
  return new StartError('data_folder_unusable', `The data folder ${folder} cannot be used: ${detail}`);
}

function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Reads the secret that signs all URLs and cursors. Makes a new one if it is missing or damaged. */
export async function readSigningKey(folder: DataFolder): Promise<Buffer> {
  const stored = await readFile(folder.signingKeyPath).catch(() => null);
  if (stored?.byteLength === signingKeyBytes) return stored;
  const key = randomBytes(signingKeyBytes);
  const temporaryPath = path.join(folder.temporaryPath, `signing-${randomBytes(8).toString('hex')}`);
  const handle = await open(temporaryPath, 'wx', 0o600);
  try {
    await handle.writeFile(key);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporaryPath, folder.signingKeyPath);
  return key;
}
