import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { documentInZip } from '../../src-shared/timeline/document-bundles.ts';
import type { Manifest } from '../deliveries/manifest.ts';
import { readFailureOf, systemCodeOf } from '../foundation/folder-errors.ts';
import { sha256Of } from '../foundation/sha256-of.ts';
import { decode } from '../intake/decode-text.ts';
import { readZipEntry } from '../transfers/bundle/read-zip-entry.ts';
import { captionHashesOf, documentPrintOf, fingerprintWith } from './fingerprint.ts';
import { hasWords } from './read-captions.ts';
import type { CaptionsFile, ReturnFile } from './return-files.ts';

/** Captions that came beside a document. */
export interface ReadCaptions extends CaptionsFile {
  readonly text: string;
  /** In lower-case hex. */
  readonly sha256: string;
}

/** The content of a return. */
export interface ReturnContent {
  readonly text: string;
  /** Hash of the document alone, in lower-case hex. */
  readonly sha256: string;
  /** Captions that a project names: texts and hashes by file name. */
  readonly sides: ReadonlyMap<string, { readonly text: string; readonly sha256: string }>;
  /** Captions that its editor exported beside it. */
  readonly captions: readonly ReadCaptions[];
  /** Paths of captions beside it that a drive or another program keeps from being read. */
  readonly unread: readonly string[];
  /** Identifies the content, including the files beside the document. */
  readonly fingerprint: string;
}

/** Limit of a document, and of captions. */
const maxBytes = 64 * 1024 ** 2;

/**
 * Reads a return's files. Captions as they were delivered, without words, or that cannot be read are no part of it.
 * @param version null for a file that may belong to any.
 * @throws AppError `document_unreadable` for a file too large to be a document, `file_unreadable`; `readFile`'s error
 * for a file that is gone.
 */
export async function readContent(
  file: ReturnFile,
  version: Pick<Manifest, 'documents'> | null,
): Promise<ReturnContent> {
  const bytes = await readDocument(file);
  const sides = await Promise.all(
    file.sidePaths.map(async (path) => {
      const side = await readBytes(path);
      return [basename(path), { text: decode(side), sha256: sha256Of(side) }] as const;
    }),
  );
  const sha256 = sha256Of(bytes);
  const hashes = [sha256, ...sides.map(([name, side]) => `${name} ${side.sha256}`).toSorted()];
  const fingerprint = sides.length === 0 ? sha256 : sha256Of(hashes.join('\n'));
  const { captions, unread } = await readCaptions(file, version);
  const content = { text: decode(bytes), sha256, sides: new Map(sides), captions, unread, fingerprint };
  return withTheseCaptions(content, captions);
}

/** Reads the document itself, out of its zip file if it lies in one. */
async function readDocument({ path, documentPath, document }: ReturnFile): Promise<Buffer> {
  const zipped = documentInZip(path);
  if (zipped !== null) return readZipEntry(path, zipped, maxBytes);
  if (document.sizeBytes > maxBytes)
    throw new AppError('document_unreadable', `${path} is too large.`, {
      details: { document: basename(path), reason: 'It is larger than 64 MiB.' },
    });
  return readBytes(documentPath);
}

async function readCaptions(
  { captions }: ReturnFile,
  version: Pick<Manifest, 'documents'> | null,
): Promise<Pick<ReturnContent, 'captions' | 'unread'>> {
  const delivered = new Set(version?.documents.map(({ sha256 }) => sha256));
  const found = captions.filter(({ sizeBytes }) => sizeBytes <= maxBytes);
  const all = await Promise.all(found.map(readCaptionsFile));
  const read = all.filter((one) => one !== null).filter((one) => !delivered.has(one.sha256) && hasWords(one));
  return { captions: read, unread: found.flatMap(({ path }, index) => (all[index] ? [] : [path])) };
}

/** Returns null for captions that are kept from being read. */
async function readCaptionsFile(file: CaptionsFile): Promise<ReadCaptions | null> {
  const bytes = await readBytes(file.path).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return bytes && { ...file, text: decode(bytes), sha256: sha256Of(bytes) };
}

/** Returns the content with only some of its captions. */
export function withTheseCaptions(content: ReturnContent, captions: readonly ReadCaptions[]): ReturnContent {
  const hashes = captions.map(({ sha256 }) => sha256);
  return { ...content, captions, fingerprint: fingerprintWith(documentPrintOf(content.fingerprint), hashes) };
}

/** Leaves out captions that a fingerprint does not contain. */
export function asInFingerprint(content: ReturnContent, fingerprint: string | null): ReturnContent {
  const known = new Set(captionHashesOf(fingerprint));
  return withTheseCaptions(
    content,
    content.captions.filter(({ sha256 }) => known.has(sha256)),
  );
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === '') throw error;
    const reason = readFailureOf(error);
    throw new AppError('file_unreadable', `${path}: ${reason}`, {
      details: { displayName: basename(path), path, reason },
      cause: error,
    });
  }
}
