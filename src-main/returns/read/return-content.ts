import { basename } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { documentInZip } from '../../../src-timeline/formats/document-bundles.ts';
import type { Manifest } from '../../deliveries/version/manifest.ts';
import { readRegularFile } from '../../foundation/files/read-foreign-file.ts';
import { sha256Of } from '../../foundation/files/sha256-of.ts';
import { decode, decodeUnicode } from '../../intake/decode-text.ts';
import { decodeInLanguage } from '../../intake/old-encodings.ts';
import { readZipEntry } from '../../transfers/bundle/read-zip-entry.ts';
import { type CaptionsFile, folderOf, type ReturnFile } from '../watch/return-files.ts';
import { hasWords } from './read-captions.ts';

/** Before the hash of captions, in place of their file name, so that renaming them changes nothing. */
const captionsMark = 'captions ';

/**
 * Returns the fingerprint of a document with the captions beside it. Without captions, it is that of the document.
 * @param document fingerprint of the document.
 */
export function fingerprintWith(document: string, captionHashes: readonly string[]): string {
  return [document, ...captionHashes.map((hash) => captionsMark + hash).toSorted()].join('\n');
}

/** Returns the fingerprint of the document alone. */
export function documentPrintOf(fingerprint: string): string {
  return fingerprint.split('\n', 1)[0] ?? '';
}

/**
 * Makes the error for a file that would take too much time or memory.
 * @param fact completes a sentence about the file.
 */
export function tooComplex(path: string, fact: string, cause?: unknown): AppError {
  const name = basename(path);
  return new AppError('document_unreadable', `${name} ${fact}.`, {
    details: { document: name, displayName: name, reason: 'too_complex' },
    cause,
  });
}

/** Captions that came beside a document. */
interface ReadCaptions extends CaptionsFile {
  readonly text: string;
  /** In lower-case hex. */
  readonly sha256: string;
}

/** The content of a return. */
export interface ReturnContent {
  readonly text: string;
  /** False for captions and decision lists whose letters are unknown; `text` has only their plain ones then. */
  readonly isDecoded: boolean;
  /** Hash of the document alone, in lower-case hex. */
  readonly sha256: string;
  /** Captions that a project names: texts and hashes by file name. */
  readonly sides: ReadonlyMap<string, { readonly text: string; readonly sha256: string }>;
  /** Captions that its editor exported beside it. */
  readonly captions: readonly ReadCaptions[];
  /** Identifies the content, including the files beside the document. */
  readonly fingerprint: string;
}

/** Returns the BCP 47 tag of the language of captions; `und` if it is unknown. */
type LanguageOf = () => Promise<string>;

const mebibyte = 1024 ** 2;
/** Limit of captions, in bytes. */
export const maxCaptionsBytes = 8 * mebibyte;
/** Limits of documents by type, in MiB. */
const maxSizes: Readonly<Record<ReturnFile['type'], number>> = {
  fcpxml: 64,
  xml: 64,
  otio: 64,
  kdenlive: 64,
  mlt: 64,
  osp: 64,
  edl: 16,
  srt: maxCaptionsBytes / mebibyte,
  movie: 0,
};

/**
 * Reads a return's files. Captions beside it as they were delivered, without words, or in unknown letters are no part of it.
 * Captions and decision lists that are not in Unicode are decoded by the language of the delivered captions, because
 * almost any bytes are some text in most encodings.
 * @param version null for a file that may belong to any.
 * @param languageOf returns the language of the delivered captions; called only for such a file.
 * @throws AppError `document_unreadable` for a file too large to be a document; as `readRegularFile`.
 */
export async function readContent(
  file: ReturnFile,
  version: Pick<Manifest, 'documents'> | null,
  languageOf: LanguageOf = () => Promise.resolve('und'),
): Promise<ReturnContent> {
  const bytes = await readDocument(file);
  const limits = { limitBytes: maxCaptionsBytes, within: folderOf(file) };
  const sides = await Promise.all(
    file.sidePaths.map(async (path) => {
      const side = await readRegularFile(path, limits);
      const { text, isDecoded } = await decodeWords(side, languageOf);
      return isDecoded ? ([basename(path), { text, sha256: sha256Of(side) }] as const) : null;
    }),
  );
  const sha256 = sha256Of(bytes);
  const read = sides.filter((side) => side !== null);
  const hashes = [sha256, ...read.map(([name, side]) => `${name} ${side.sha256}`).toSorted()];
  const documentPrint = read.length === 0 ? sha256 : sha256Of(hashes.join('\n'));
  const captions = await readCaptions(file, version, languageOf);
  const isOfWords = file.type === 'srt' || file.type === 'edl';
  const document = isOfWords
    ? await decodeWords(bytes, languageOf)
    : { text: decode(bytes), isDecoded: true };
  requireFewParts(file, document.text);
  const captionHashes = captions.map((one) => one.sha256);
  const fingerprint = fingerprintWith(documentPrint, captionHashes);
  return { ...document, sha256, sides: new Map(read), captions, fingerprint };
}

/** Reads the document itself, out of its zip file if it lies in one. */
async function readDocument(file: ReturnFile): Promise<Buffer> {
  const { path, documentPath, document, type } = file;
  const limits = { limitBytes: maxSizes[type] * mebibyte, within: folderOf(file) };
  const zipped = documentInZip(path);
  if (zipped !== null) return readZipEntry(path, zipped, limits);
  if (document.sizeBytes > limits.limitBytes)
    throw new AppError('document_unreadable', `${path} is too large.`, {
      details: { document: basename(path), reason: `It is larger than ${String(maxSizes[type])} MiB.` },
    });
  return readRegularFile(documentPath, limits);
}

/** Twice the elements of 10,000 clips in xmeml, the format with the most; parsing more takes gigabytes. */
const maxParts = 1_000_000;

/** Number of plain values in JSON that take as much memory as an object. */
const valuesPerPart = 3;

/** Twice the lines of 10,000 pictures and their sounds in a decision list, with their comments. */
const maxLines = 200_000;

/** @throws AppError `document_unreadable` for a document of too many elements, objects, lists, values or lines. */
function requireFewParts({ path, type }: ReturnFile, text: string): void {
  if (type === 'srt') return;
  if (type === 'edl') {
    if (countOf(text, '\n') > maxLines) throw tooMany(path, `${String(maxLines)} lines`);
    return;
  }
  const count =
    type === 'otio' || type === 'osp'
      ? countOf(text, '{') + countOf(text, '[') + countOf(text, ',') / valuesPerPart
      : countOf(text, '<') - countOf(text, '</');
  if (count > maxParts) throw tooMany(path, `${String(maxParts)} parts`);
}

function tooMany(path: string, what: string): AppError {
  return new AppError('document_unreadable', `${path} has more than ${what}.`, {
    details: { document: basename(path), reason: `It has more than ${what}.` },
  });
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}

/** Decodes words by their language; `isDecoded` is false if they are no words of it. */
async function decodeWords(
  bytes: Uint8Array,
  languageOf: LanguageOf,
): Promise<Pick<ReturnContent, 'text' | 'isDecoded'>> {
  const unicode = decodeUnicode(bytes);
  const text = unicode ?? decodeInLanguage(bytes, await languageOf());
  return { text: text ?? new TextDecoder().decode(bytes), isDecoded: text !== null };
}

async function readCaptions(
  file: ReturnFile,
  version: Pick<Manifest, 'documents'> | null,
  languageOf: LanguageOf,
): Promise<readonly ReadCaptions[]> {
  const delivered = new Set(version?.documents.map(({ sha256 }) => sha256));
  const found = file.captions.filter(({ sizeBytes }) => sizeBytes <= maxCaptionsBytes);
  const all = await Promise.all(found.map((one) => readCaptionsFile(one, folderOf(file), languageOf)));
  return all.filter((one) => one.isDecoded && !delivered.has(one.sha256) && hasWords(one));
}

async function readCaptionsFile(
  file: CaptionsFile,
  within: string,
  languageOf: LanguageOf,
): Promise<ReadCaptions & Pick<ReturnContent, 'isDecoded'>> {
  const bytes = await readRegularFile(file.path, { limitBytes: maxCaptionsBytes, within });
  const { languageCode } = file;
  const language = languageCode === null ? languageOf : () => Promise.resolve(languageCode);
  return { ...file, ...(await decodeWords(bytes, language)), sha256: sha256Of(bytes) };
}

/** True for the error of a file that is not there any more. */
export function isGoneFile(error: unknown): boolean {
  return error instanceof AppError && error.details['reason'] === 'missing';
}
