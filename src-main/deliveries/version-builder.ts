import { createHash } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { normalize } from 'node:path/posix';
import { AppError } from '../../src-shared/app-error.ts';
import type { UnreadableMedia } from '../../src-shared/contract/delivery.ts';
import { type CutElement, elementsOf } from '../../src-shared/timeline/elements.ts';
import { timelineDurationFrames, type Timeline } from '../../src-shared/timeline/timeline.ts';
import { writeNewFile } from '../foundation/write-durably.ts';
import {
  type DocumentKind,
  localiseDocument,
  type PristineDocument,
  readCaptions,
  readTimeline,
  suffixOfFormat,
} from '../projects/documents.ts';
import type { VersionTarget } from './commit-version.ts';
import { cutIdentity } from './cut-identity.ts';
import { type ReadmeDocument, type ReadmeFacts, writeReadme } from './delivery-readme.ts';
import { disguisedSuffix } from './disguised-file.ts';
import {
  describeDocument,
  filesOf,
  type Manifest,
  type ManifestFile,
  type ManifestMedia,
  manifestPath,
  recordFolder,
} from './manifest.ts';
import { nativeDocuments } from './native-documents.ts';
import { requireShortPaths } from './path-length.ts';
import { renameSequence } from './rename-sequence.ts';
import { findUnreadableMedia } from './unreadable-media.ts';
import { requireMedia } from './verify-media.ts';

/** What came as the finished movie. */
export interface BroughtMovie extends ManifestFile {
  /** False when its bytes are something else: it is kept, but nothing opens it as a movie. */
  readonly isMovie: boolean;
}

export interface VersionContent {
  readonly documents: readonly PristineDocument[];
  /** Files that already lie in the built folder, media first of all. */
  readonly media: readonly ManifestFile[];
  /** A movie in the built folder under a name of its own; it is renamed with the version. */
  readonly movie: BroughtMovie | null;
}

type Origin = Pick<
  Manifest,
  | 'deliveryId'
  | 'projectId'
  | 'projectTitle'
  | 'interchangeJobId'
  | 'format'
  | 'mediaDelivery'
  | 'deliveredAt'
>;

/** A document at its place. */
interface WrittenDocument {
  readonly file: Manifest['documents'][number];
  readonly kind: DocumentKind;
  readonly timeline: Timeline | null;
  readonly text: string;
}

/** What the app writes itself. */
interface NativeFiles {
  readonly documents: Manifest['documents'];
  readonly sideFiles: ManifestFile[];
  readonly described: ReadmeDocument[];
}

const readmeName = 'README.txt';
const otherReadmeName = 'README_Dailies.txt';

const noElement = { elementId: null, scene: null, kind: null, role: null, narration: null } as const;

const sampleRate = { numerator: 30, denominator: 1 };

/** Turns unpacked files into the folder of one version: documents for the place they will stand at, and the manifest. */
export class VersionBuilder {
  readonly #folder: string;
  readonly #content: VersionContent;
  readonly #origin: Origin;
  #written: string[] = [];
  #movieName: string | null;

  /** @param deps.folder the built folder. */
  constructor(deps: { folder: string; content: VersionContent; origin: Origin }) {
    this.#folder = deps.folder;
    this.#content = deps.content;
    this.#origin = deps.origin;
    this.#movieName = deps.content.movie?.path ?? null;
  }

  /**
   * Writes everything that depends on the version's name and place, in place of what was written for another.
   * @returns the manifest, which is also in the folder.
   * @throws AppError `path_too_long`, `document_unreadable`, `bundle_corrupt` for missing media, and for media under
   * a name that the version's own files have.
   */
  async build(target: VersionTarget): Promise<Manifest> {
    for (const path of this.#written.splice(0)) await rm(path, { force: true });
    await mkdir(join(this.#folder, recordFolder, 'documents'), { recursive: true });
    const written: WrittenDocument[] = [];
    for (const document of this.#content.documents) written.push(await this.#writeDocument(document, target));
    const timeline = written.find((document) => document.timeline !== null)?.timeline ?? null;
    const cut = this.#readCut();
    const native = await this.#writeNativeDocuments(cut, target);
    const movie = await this.#nameMovie(target);
    const isMovie = this.#content.movie?.isMovie === true;
    const manifest: Manifest = {
      formatVersion: 2,
      ...this.#origin,
      cutId: cut && this.#identify(cut),
      sequence: timeline && describeSequence(timeline),
      mainDocument: target.name + suffixOfFormat[this.#origin.format],
      documents: [...written.map(({ file }) => file), ...native.documents],
      sideFiles: native.sideFiles,
      media: describeMedia([...this.#content.media, ...listOf(isMovie ? null : movie)], cut),
      referenceMovie: isMovie ? movie : null,
      readme: null,
      unreadable: timeline ? await this.#findUnreadable(timeline, target) : [],
    };
    this.#requireMainDocument(manifest);
    const title = this.#titleOf(target);
    const movieName = manifest.referenceMovie?.path ?? null;
    manifest.readme = await this.#writeReadme({
      ...{ title, timeline, movieName, unreadable: manifest.unreadable },
      documents: [
        ...written.map(({ file, kind, text }) => ({ name: file.path, suffix: kind.suffix, text })),
        ...native.described,
      ],
      mediaCount: manifest.media.length,
    });
    const paths = filesOf(manifest).map(({ path }) => path);
    requireShortPaths(target.path, paths);
    await this.#write(manifestPath(this.#folder), `${JSON.stringify(manifest, null, 2)}\n`);
    return manifest;
  }

  #findUnreadable(timeline: Timeline, { path }: VersionTarget): Promise<UnreadableMedia[]> {
    return findUnreadableMedia(timeline, this.#origin.format, { standsAt: path, liesIn: this.#folder });
  }

  async #writeDocument(
    { name, kind, text }: PristineDocument,
    target: VersionTarget,
  ): Promise<WrittenDocument> {
    const localised = this.#nameSequence(
      kind,
      localiseDocument(name, kind, text, (relative) => join(target.path, ...relative.split('/'))),
      target,
    );
    const timeline = kind.format === null ? null : readTimeline(name, kind.format, localised);
    if (timeline) await requireMedia(name, timeline, { standsAt: target.path, liesIn: this.#folder });
    else readCaptions(name, localised, sampleRate);
    const path = target.name + kind.suffix;
    this.#requireFree(path);
    const pristinePath = `${recordFolder}/documents/${name}`;
    await this.#write(join(this.#folder, path), localised);
    await this.#write(join(this.#folder, ...pristinePath.split('/')), text);
    return {
      file: describeDocument({ ...describeText(path, localised), pristinePath }),
      kind,
      timeline,
      text: localised,
    };
  }

  /** The cut of the document that was asked for, its locations as the service wrote them; null for captions alone. */
  #readCut(): Timeline | null {
    const source = this.#content.documents.find(
      ({ kind }) => kind.suffix === suffixOfFormat[this.#origin.format],
    );
    if (!source || source.kind.format === null) return null;
    return withCaptions(readTimeline(source.name, source.kind.format, source.text), this.#content);
  }

  /** Media with links have no hash: they are told by their names. */
  #identify(cut: Timeline): string {
    const hashes = new Map(this.#content.media.map(({ path, sha256 }) => [path, sha256]));
    return cutIdentity(cut, ({ location, fileName }) => hashes.get(normalize(location)) ?? fileName);
  }

  /** None for documents with links, which these editors do not follow. */
  async #writeNativeDocuments(cut: Timeline | null, target: VersionTarget): Promise<NativeFiles> {
    const files: NativeFiles = { documents: [], sideFiles: [], described: [] };
    if (cut === null || this.#origin.mediaDelivery !== 'BUNDLE') return files;
    for (const { name, suffix, text } of nativeDocuments(
      { ...cut, name: this.#titleOf(target) },
      target.name,
    )) {
      this.#requireFree(name);
      await this.#write(join(this.#folder, name), text);
      const file = describeText(name, text);
      if (suffix === null) files.sideFiles.push(file);
      else {
        files.documents.push(describeDocument({ ...file, pristinePath: null }));
        files.described.push({ name, suffix, text });
      }
    }
    return files;
  }

  /** Under another name where the bundle brings one of its own. */
  async #writeReadme(facts: ReadmeFacts): Promise<ManifestFile> {
    const isTaken = this.#content.media.some((file) => isSameName(file.path, readmeName));
    const name = isTaken ? otherReadmeName : readmeName;
    this.#requireFree(name);
    const text = writeReadme(facts);
    await this.#write(join(this.#folder, name), text);
    return describeText(name, text);
  }

  /** Every delivery is a sequence of its own in the editor's project. */
  #nameSequence({ format }: DocumentKind, text: string, target: VersionTarget): string {
    if (format === null) return text;
    return renameSequence(format, text, this.#titleOf(target), (document) =>
      readTimeline(target.name, format, document),
    );
  }

  /** `Harbour lights v007`. */
  #titleOf(target: VersionTarget): string {
    const version = target.name.slice(target.name.lastIndexOf('_') + 1);
    const title = this.#origin.projectTitle.trim();
    return `${title === '' ? 'Untitled' : title} ${version}`;
  }

  async #nameMovie(target: VersionTarget): Promise<ManifestFile | null> {
    const { movie } = this.#content;
    if (!movie || this.#movieName === null) return null;
    const path = `${target.name}_reference.mp4${movie.isMovie ? '' : disguisedSuffix}`;
    this.#requireFree(path);
    await rename(join(this.#folder, this.#movieName), join(this.#folder, path));
    this.#movieName = path;
    return { path, sizeBytes: movie.sizeBytes, sha256: movie.sha256 };
  }

  #requireMainDocument(manifest: Manifest): void {
    if (manifest.documents.some(({ path }) => path === manifest.mainDocument)) return;
    throw new AppError('bundle_corrupt', `The delivery has no ${manifest.format} document.`, {
      details: { reason: 'no_document', format: manifest.format },
    });
  }

  #requireFree(name: string): void {
    const taken = this.#content.media.find(({ path }) => isSameName(path, name));
    if (!taken) return;
    throw new AppError('bundle_corrupt', `The bundle brings ${taken.path}, a name of the version's own.`, {
      details: { reason: 'name_taken', file: taken.path },
    });
  }

  async #write(path: string, text: string): Promise<void> {
    this.#written.push(path);
    await writeNewFile(path, text);
  }
}

/** Files with what they are in the cut. */
function describeMedia(files: readonly ManifestFile[], cut: Timeline | null): ManifestMedia[] {
  const elements = cut ? elementsOf(cut) : new Map<string, CutElement>();
  const byLocation = new Map(
    cut?.media.map(({ location, mediaId }) => [normalize(location), elements.get(mediaId)]),
  );
  return files.map((file) => ({ ...file, ...(byLocation.get(file.path) ?? noElement) }));
}

function listOf<One>(one: One | null): One[] {
  return one === null ? [] : [one];
}

/** As file systems that know no capitals see it. */
function isSameName(one: string, other: string): boolean {
  return one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
}

function describeText(path: string, text: string): ManifestFile {
  const bytes = Buffer.from(text, 'utf8');
  return { path, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Formats without captions have them beside the document. */
function withCaptions(timeline: Timeline, { documents }: VersionContent): Timeline {
  const captions = documents.find(({ kind }) => kind.suffix === suffixOfFormat.SRT);
  if (timeline.captionTracks.length > 0 || !captions) return timeline;
  return { ...timeline, captionTracks: [readCaptions(captions.name, captions.text, timeline.frameRate)] };
}

function describeSequence(timeline: Timeline): Manifest['sequence'] {
  const { frameRate, width, height } = timeline;
  return { frameRate: { ...frameRate }, width, height, durationFrames: timelineDurationFrames(timeline) };
}
