import { chmod, link, mkdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { documentKindOf, moveMedia, pathVariantOf, type PristineDocument } from '../projects/documents.ts';
import type { UnpackedFile } from '../transfers/bundle/bundle-listing.ts';
import { parentPaths } from '../transfers/bundle/name-collisions.ts';
import type { TransferEngine } from '../transfers/engine/transfer-engine.ts';
import { disguisedSuffix, isDisguised } from './media/disguised-file.ts';
import { portableMediaPaths } from './media/portable-media.ts';
import type { ManifestFile } from './version/manifest.ts';
import type { DownloadedMovie, VersionContent } from './version/version-builder.ts';

const maxDocumentBytes = 128 * 1024 * 1024;
/** A bundle may not bring hidden names, so none of its files has this one. */
const movieName = '.reference.mp4';

/**
 * Sorts unpacked files of a bundle into documents and media. Takes documents in the root out and holds them as text.
 * All others stay under a name that every editor accepts; a file whose content contradicts its name gets one that no
 * program opens.
 * @throws AppError `document_unreadable` for a document that is too large or cannot be read.
 */
export async function contentOfBundle(
  folder: string,
  files: readonly UnpackedFile[],
): Promise<Pick<VersionContent, 'documents' | 'media'>> {
  const documents: PristineDocument[] = [];
  const others: UnpackedFile[] = [];
  for (const file of files) {
    const { relativePath } = file;
    const kind = relativePath.includes('/') ? null : documentKindOf(relativePath);
    if (!kind || documents.some((document) => document.kind === kind)) {
      others.push(file);
      continue;
    }
    const path = join(folder, relativePath);
    documents.push({ name: relativePath, kind, text: await readDocument(path) });
    await rm(path);
  }
  const newPaths = await portableMediaPaths(
    others.map(({ relativePath }) => relativePath).filter((path) => path.includes('/')),
    documents.map(({ text }) => text),
  );
  const media: ManifestFile[] = [];
  for (const { relativePath, sizeBytes, sha256 } of others) {
    const known = { sizeBytes, sha256: await sha256 };
    const path = await moved(folder, relativePath, newPaths.get(relativePath) ?? relativePath);
    media.push({ path: await unmasked(folder, path), ...known });
  }
  return { documents: withPathVariant(documents.map((document) => moveMedia(document, newPaths))), media };
}

/** Renames a file, and removes the folders it leaves empty. */
async function moved(folder: string, oldPath: string, newPath: string): Promise<string> {
  if (oldPath === newPath) return newPath;
  await mkdir(dirname(join(folder, newPath)), { recursive: true });
  await rename(join(folder, oldPath), join(folder, newPath));
  for (const parent of parentPaths(oldPath).reverse())
    await rmdir(join(folder, parent)).catch(() => undefined);
  return newPath;
}

/** Adds the variant with plain paths to every OTIO document, unless the service made one. */
function withPathVariant(documents: readonly PristineDocument[]): PristineDocument[] {
  const variants = documents.map(pathVariantOf).filter((variant) => variant !== null);
  const isMissing = (variant: PristineDocument) => !documents.some(({ kind }) => kind === variant.kind);
  return [...documents, ...variants.filter(isMissing)];
}

/** Renames a disguised file. @returns the name of the file from now on. */
async function unmasked(folder: string, relativePath: string): Promise<string> {
  const path = join(folder, relativePath);
  if (!(await isDisguised(path))) return relativePath;
  await rename(path, path + disguisedSuffix);
  return relativePath + disguisedSuffix;
}

/** Reads a downloaded document, under the name it would have in a bundle. @throws AppError `document_unreadable`. */
export async function contentOfDocument(path: string): Promise<PristineDocument> {
  const name = basename(path);
  const kind = documentKindOf(name);
  if (!kind) throw new Error(`${name} is no document.`);
  return { name, kind, text: await readDocument(path) };
}

/**
 * Puts a downloaded movie into the built folder. The download stays too where the volume can link files.
 * @param known.sha256 of the movie; null when it is not known yet.
 * @throws AppError `file_unreadable`, and the system's errors.
 */
export async function adoptMovie(
  path: string,
  folder: string,
  known: {
    readonly sha256: string | null;
    readonly engine: Pick<TransferEngine, 'hashFile'>;
    readonly signal: AbortSignal;
  },
): Promise<DownloadedMovie> {
  const isMovie = !(await isDisguised(path));
  const sha256 = known.sha256 ?? (await known.engine.hashFile(path, known.signal));
  const target = join(folder, movieName);
  await link(path, target).catch(() => rename(path, target));
  await chmod(target, 0o644);
  const { size } = await stat(target);
  return { path: movieName, sizeBytes: size, sha256, isMovie };
}

async function readDocument(path: string): Promise<string> {
  const bytes = await readFile(path);
  if (bytes.length <= maxDocumentBytes) return bytes.toString('utf8');
  throw new AppError('document_unreadable', `${basename(path)} is too large for a timeline.`, {
    details: { document: basename(path), reason: 'too_large' },
  });
}
