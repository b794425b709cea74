import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { placeInZip } from '../../../src-timeline/formats/document-bundles.ts';
import { pathOfFileUrl } from '../../../src-timeline/formats/file-url.ts';
import { foldName } from '../../../src-timeline/model/fold-name.ts';
import type { MediaReference, Timeline } from '../../../src-timeline/model/timeline.ts';
import { folderErrorOf } from '../../foundation/files/folder-errors.ts';
import { requireFreeSpace } from '../../foundation/files/free-space.ts';
import { openRegularFile } from '../../foundation/files/read-foreign-file.ts';
import { isMediaFile } from '../../intake/inspect-file.ts';
import { zipEntryChunks } from '../../transfers/bundle/read-zip-entry.ts';
import type { ManifestFile } from '../version/manifest.ts';
import { freePath } from './free-path.ts';

interface CutToCollect {
  readonly timeline: Timeline;
  /** Files that the version gets anyway. */
  readonly files: readonly Pick<ManifestFile, 'path'>[];
  /** Sizes in bytes of the files to copy by absolute path, which can lead into a zip file with a timeline. */
  readonly toCollect: ReadonlyMap<string, number>;
}

const mediaFolder = 'media';

/**
 * Copies files that a cut shows from outside its version into the folder of the new one. Files that are gone, or are no
 * pictures, movies or sounds, stay where they are: a document may name any file of the computer.
 * @throws AppError `disk_full` and other errors of the folder, `file_unreadable`; the reason of an aborted signal.
 */
export async function collectMedia(
  { timeline, files, toCollect }: CutToCollect,
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly timeline: Timeline; readonly files: readonly ManifestFile[] }> {
  const taken = new Set(files.map(({ path }) => foldName(path)));
  const copies = new Map<string, ManifestFile | null>();
  const media: MediaReference[] = [];
  for (const one of timeline.media) {
    const from = pathOf(one);
    const sizeBytes = toCollect.get(from ?? '');
    if (from !== null && sizeBytes !== undefined && !copies.has(from)) {
      const path = freePath(`${mediaFolder}/${one.fileName}`, taken);
      const copy = await copyInto(folder, { path, from, sizeBytes }, signal);
      copies.set(from, copy);
      if (copy) taken.add(foldName(path));
    }
    const copy = copies.get(from ?? '');
    media.push(copy ? { ...one, location: copy.path, fileName: basename(copy.path) } : one);
  }
  const collected = [...copies.values()].filter((copy) => copy !== null);
  return { timeline: { ...timeline, media }, files: collected };
}

/** Returns the absolute path of a medium; null for a path in the version, of another system or at a URL. */
function pathOf({ location }: MediaReference): string | null {
  try {
    return /^file:/i.test(location) ? pathOfFileUrl(location, process.platform) : null;
  } catch {
    return null;
  }
}

interface Copying {
  /** Path in the version. */
  readonly path: string;
  /** Absolute path. */
  readonly from: string;
  readonly sizeBytes: number;
}

/** Returns null for a file that is gone, or is no picture, movie or sound. */
async function copyInto(
  folder: string,
  { path, from, sizeBytes }: Copying,
  signal: AbortSignal,
): Promise<ManifestFile | null> {
  const zipped = placeInZip(from);
  if (zipped === null && !(await isMediaFile(from))) return null;
  const to = join(folder, ...path.split('/'));
  const chunks = zipped
    ? zipEntryChunks(zipped.zipPath, zipped.entryName, { limitBytes: sizeBytes })
    : fileChunks(from);
  try {
    await requireFreeSpace(folder, sizeBytes);
    const sha256 = await write(chunks, to, signal);
    if (zipped === null || (await isMediaFile(to))) return { path, sizeBytes: (await stat(to)).size, sha256 };
    await rm(to);
    return null;
  } catch (error) {
    throw folderErrorOf(error, folder);
  }
}

async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  const file = await openRegularFile(path);
  try {
    const chunks: AsyncIterable<Buffer> = file.createReadStream();
    yield* chunks;
  } finally {
    await file.close();
  }
}

/** Writes a new file, onto the disk. @returns its SHA-256 in lower-case hex. */
async function write(chunks: AsyncIterable<Buffer>, to: string, signal: AbortSignal): Promise<string> {
  await mkdir(dirname(to), { recursive: true });
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(hashed, createWriteStream(to, { flags: 'wx', flush: true }), { signal });
  return hash.digest('hex');
}
