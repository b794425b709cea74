import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathOfFileUrl } from '../../../src-timeline/formats/file-url.ts';
import { foldName } from '../../../src-timeline/model/fold-name.ts';
import type { MediaReference, Timeline } from '../../../src-timeline/model/timeline.ts';
import type { ManifestFile } from '../../deliveries/version/manifest.ts';
import { folderErrorOf } from '../../foundation/files/folder-errors.ts';
import { requireFreeSpace } from '../../foundation/files/free-space.ts';
import { openRegularFile } from '../../foundation/files/read-foreign-file.ts';
import { isMediaFile } from '../../intake/inspect-file.ts';

interface CutToCollect {
  readonly timeline: Timeline;
  /** Files that the version gets anyway. */
  readonly files: readonly Pick<ManifestFile, 'path'>[];
  /** Absolute paths of the files to copy. */
  readonly toCollect: ReadonlySet<string>;
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
  const copies = new Map<string, ManifestFile>();
  const media: MediaReference[] = [];
  for (const one of timeline.media) {
    const from = pathOf(one);
    if (from !== null && toCollect.has(from) && !copies.has(from) && (await isMediaFile(from))) {
      const path = freePath(one.fileName, taken);
      taken.add(foldName(path));
      copies.set(from, await copyInto(folder, path, from, signal));
    }
    const path = copies.get(from ?? '')?.path;
    media.push(path === undefined ? one : { ...one, location: path, fileName: path.split('/').at(-1) ?? '' });
  }
  return { timeline: { ...timeline, media }, files: [...copies.values()] };
}

/** Returns the absolute path of a medium; null for a path in the version, of another system or at a URL. */
function pathOf({ location }: MediaReference): string | null {
  try {
    return /^file:/i.test(location) ? pathOfFileUrl(location, process.platform) : null;
  } catch {
    return null;
  }
}

function freePath(fileName: string, taken: ReadonlySet<string>): string {
  const end = extname(fileName);
  const stem = fileName.slice(0, fileName.length - end.length);
  let path = `${mediaFolder}/${fileName}`;
  for (let number = 2; taken.has(foldName(path)); number += 1)
    path = `${mediaFolder}/${stem}-${String(number)}${end}`;
  return path;
}

async function copyInto(
  folder: string,
  path: string,
  from: string,
  signal: AbortSignal,
): Promise<ManifestFile> {
  const source = await openRegularFile(from);
  try {
    const { size } = await source.stat();
    await requireFreeSpace(folder, size);
    return await write(source.createReadStream(), { folder, path, signal });
  } catch (error) {
    throw folderErrorOf(error, folder);
  } finally {
    await source.close();
  }
}

/** Writes a stream to a new file, onto the disk. */
async function write(
  stream: Readable,
  { folder, path, signal }: { readonly folder: string; readonly path: string; readonly signal: AbortSignal },
): Promise<ManifestFile> {
  const to = join(folder, ...path.split('/'));
  await mkdir(join(folder, mediaFolder), { recursive: true });
  const hash = createHash('sha256');
  async function* hashed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(stream, hashed, createWriteStream(to, { flags: 'wx', flush: true }), { signal });
  return { path, sizeBytes: (await stat(to)).size, sha256: hash.digest('hex') };
}
