import { basename, extname, join } from 'node:path';
import type { DocumentSuffix } from '../../../src-shared/contract/delivery.ts';
import type { KdenliveVersion } from '../../../src-timeline/formats/kdenlive/kdenlive-document.ts';
import { suffixOfDocument } from '../../editors/editor-documents.ts';
import { folderErrorOf } from '../../foundation/files/folder-errors.ts';
import { isThere, presentIn } from '../../foundation/files/is-there.ts';
import { readOwnText, readRegularFile } from '../../foundation/files/read-foreign-file.ts';
import { sha256Of } from '../../foundation/files/sha256-of.ts';
import { replaceFile } from '../../foundation/files/write-durably.ts';
import { type ReadmeDocument, readmeNames, writeReadme } from './delivery-readme.ts';
import {
  describeText,
  type Manifest,
  type ManifestFile,
  manifestPath,
  manifestText,
  maxRecordBytes,
  readManifest,
  recordFolder,
} from './manifest.ts';
import { titleOfVersion } from './project-name.ts';
import { readVersionCut } from './version-cut.ts';
import { describeMade, type MadeDocument, makeDocument } from './version-documents.ts';

/** Folder that a delivery was put into. Another delivery may have taken that place since. */
interface AddedVersion {
  readonly deliveryId: string;
  readonly folderPath: string;
}

/**
 * Adds documents to a version in the delivery folder, written from the cut it was delivered with. Uses the version's
 * media as they are and keeps existing files: a file whose hash differs from the recorded one is the editor's, so the
 * new document gets another name. Writes the manifest first, and each document after the files it refers to.
 * @returns the updated manifest; null without one, or for another delivery's manifest. A version with links stays as it
 * is.
 * @throws AppError `document_unreadable`, `disk_full` and the like.
 */
export async function addDocuments(
  version: AddedVersion,
  suffixes: readonly DocumentSuffix[],
  kdenlive: KdenliveVersion,
): Promise<Manifest | null> {
  try {
    return await addMissing(version, suffixes, kdenlive);
  } catch (error) {
    throw folderErrorOf(error, version.folderPath);
  }
}

async function addMissing(
  { deliveryId, folderPath: versionFolder }: AddedVersion,
  suffixes: readonly DocumentSuffix[],
  kdenlive: KdenliveVersion,
): Promise<Manifest | null> {
  const manifest = await readManifest(versionFolder);
  if (manifest?.deliveryId !== deliveryId) return null;
  if (manifest.mediaDelivery !== 'BUNDLE') return manifest;
  const missing = await missingSuffixes(versionFolder, manifest, suffixes);
  const cut = missing.length === 0 ? null : await readVersionCut(versionFolder, manifest);
  if (!cut) return manifest;
  const versionName = basename(versionFolder);
  const title = titleOfVersion(manifest.projectTitle, versionName);
  const made: MadeDocument[] = [];
  for (const suffix of missing) {
    const document = await firstFree(versionName, versionFolder, manifest, (stem) =>
      makeDocument(suffix, { ...cut, name: title }, { stem, folder: versionFolder, kdenlive }),
    );
    if (document) made.push(document);
  }
  const added = withDocuments(manifest, made);
  const readme = await renewedReadme(versionFolder, added, title, cut);
  const next = { ...added, readme: readme?.file ?? added.readme };
  const replace = (path: string, content: string): Promise<void> =>
    replaceFile(path, content, join(versionFolder, recordFolder, `new${extname(path)}`));
  await replace(manifestPath(versionFolder), manifestText(next));
  for (const { name, text } of made.flatMap((document) => [...document.sideFiles, document]))
    await replace(join(versionFolder, name), text);
  if (readme) await replace(join(versionFolder, readme.file.path), readme.text);
  return next;
}

/** Returns the suffixes without a document, and those whose document was removed. */
async function missingSuffixes(
  folder: string,
  { documents }: Manifest,
  suffixes: readonly DocumentSuffix[],
): Promise<DocumentSuffix[]> {
  const paths = await presentIn(
    folder,
    documents.map(({ path }) => path),
  );
  return suffixes.filter((suffix) => !paths.some((path) => suffixOfDocument(path) === suffix));
}

/** Makes the document as `Harbour_v003`, with a number where one of its names is taken; null if `make` returns null. */
async function firstFree(
  versionName: string,
  folder: string,
  manifest: Manifest,
  make: (stem: string) => MadeDocument | null,
): Promise<MadeDocument | null> {
  for (let number = 1; ; number += 1) {
    const document = make(number === 1 ? versionName : `${versionName}-${String(number)}`);
    if (!document) return null;
    const names = [document, ...document.sideFiles].map(({ name }) => name);
    const areFree = await Promise.all(names.map((name) => isFree(folder, name, manifest)));
    if (areFree.every(Boolean)) return document;
  }
}

/** True if writing this name loses nothing: the name is free, or its file is a side file as it was delivered. */
async function isFree(folder: string, name: string, { sideFiles }: Manifest): Promise<boolean> {
  const path = join(folder, name);
  if (!(await isThere(path))) return true;
  const delivered = sideFiles.find((file) => file.path === name);
  return delivered !== undefined && (await hashOf(path)) === delivered.sha256;
}

function withDocuments(manifest: Manifest, made: readonly MadeDocument[]): Manifest {
  const described = made.map(describeMade);
  return {
    ...manifest,
    documents: replaced(
      manifest.documents,
      described.map(({ file }) => file),
    ),
    sideFiles: replaced(
      manifest.sideFiles,
      described.flatMap(({ sideFiles }) => sideFiles),
    ),
  };
}

function replaced<File extends ManifestFile>(files: readonly File[], by: readonly File[]): File[] {
  const paths = new Set(by.map(({ path }) => path));
  return [...files.filter(({ path }) => !paths.has(path)), ...by];
}

/** Returns the README with the new documents; null if someone changed, removed or renamed it. */
async function renewedReadme(
  folder: string,
  manifest: Manifest,
  title: string,
  timeline: NonNullable<Parameters<typeof writeReadme>[0]['timeline']>,
): Promise<{ readonly file: ManifestFile; readonly text: string } | null> {
  const { readme, documents, referenceMovie, media, unreadable, timing, cutOrigin } = manifest;
  if (!readme || !readmeNames.some((name) => name === readme.path)) return null;
  if ((await hashOf(join(folder, readme.path))) !== readme.sha256) return null;
  const described = documents.map(async ({ path }): Promise<ReadmeDocument | null> => {
    const suffix = suffixOfDocument(path);
    const text = await readOwnText(join(folder, path), folder, maxRecordBytes);
    return suffix && { name: path, suffix, text: text ?? '' };
  });
  const text = writeReadme({
    title,
    timeline,
    cutOrigin,
    unreadable,
    placedFrom: timing && (await readVersionCut(folder, { ...manifest, timing: null })),
    documents: (await Promise.all(described)).filter((document) => document !== null),
    mediaCount: media.length,
    movieName: referenceMovie?.path ?? null,
  });
  return { file: describeText(readme.path, text), text };
}

/** Null where the file cannot be read. */
async function hashOf(path: string): Promise<string | null> {
  try {
    return sha256Of(await readRegularFile(path, { limitBytes: maxRecordBytes }));
  } catch {
    return null;
  }
}
