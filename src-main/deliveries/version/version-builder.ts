import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentSuffix, UnreadableMedia } from '../../../src-shared/contract/delivery.ts';
import type { EditorName } from '../../../src-shared/contract/editor.ts';
import { pathOfFileUrl } from '../../../src-timeline/formats/file-url.ts';
import type { KdenliveVersion } from '../../../src-timeline/formats/kdenlive/kdenlive-document.ts';
import { writeCutRecord } from '../../../src-timeline/model/cut-record.ts';
import { hasTiming } from '../../../src-timeline/model/sequence-timing.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';
import { writeNewFile } from '../../foundation/files/write-durably.ts';
import {
  type DocumentKind,
  localiseDocument,
  type PristineDocument,
  readCaptions,
  readTimeline,
  suffixOfFormat,
} from '../../projects/documents.ts';
import { disguisedSuffix } from '../media/disguised-file.ts';
import { editorsOfFormat, findUnreadableMedia } from '../media/unreadable-media.ts';
import { requireMedia } from '../media/verify-media.ts';
import type { VersionTarget } from './commit-version.ts';
import { type ReadmeDocument, type ReadmeFacts, readmeNames, writeReadme } from './delivery-readme.ts';
import {
  describeMedia,
  describeSequence,
  fileNamed,
  identifyCut,
  requireFree,
  requireMainDocument,
} from './describe-version.ts';
import {
  cutRecordPath,
  describeDocument,
  describeText,
  filesOf,
  type Manifest,
  type ManifestDocument,
  type ManifestFile,
  manifestPath,
  manifestText,
  recordFolder,
  returnsFolder,
} from './manifest.ts';
import { requireShortPaths } from './path-length.ts';
import { titleOfVersion } from './project-name.ts';
import { renameSequence } from './rename-sequence.ts';
import { cutOfDocuments, withTiming } from './version-cut.ts';
import { describeMade, makeDocument } from './version-documents.ts';

/** A file that came as the finished movie. */
export interface DownloadedMovie extends ManifestFile {
  /** False when its bytes are something else: the file stays, but nothing opens it as a movie. */
  readonly isMovie: boolean;
}

export interface VersionContent {
  readonly documents: readonly PristineDocument[];
  /** Files that already lie in the built folder, mainly media. */
  readonly media: readonly ManifestFile[];
  /** A movie in the built folder under a temporary name; the builder renames it with the version. */
  readonly movie: DownloadedMovie | null;
  /** Cut for the app's own documents, where it is known better than from the documents. The version then records it. */
  readonly cut?: Timeline;
  /** Locations of media that lie outside the version and stay there. */
  readonly linkedMedia?: ReadonlySet<string>;
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
> &
  Partial<Pick<Manifest, 'basedOn' | 'cutOrigin' | 'timing'>>;

/** What a version should hold. */
export interface VersionPlan {
  /** Suffixes of the documents, the main one first; empty for those of the format and the native ones. */
  readonly documents: readonly DocumentSuffix[];
  /** Editors that the version is for; empty for all that read the format. */
  readonly editors: readonly EditorName[];
  /** Version of Kdenlive documents; by default the newest editor's. */
  readonly kdenlive?: KdenliveVersion;
}

/** A document written for its place. */
interface WrittenDocument {
  readonly file: ManifestDocument;
  readonly timeline: Timeline | null;
  readonly described: ReadmeDocument;
}

/** Files that the app writes itself. */
interface MadeFiles {
  readonly documents: readonly WrittenDocument[];
  readonly sideFiles: readonly ManifestFile[];
}

/** Path of a file URL as people see it. A path of another system stays as it is. */
function shownPathOf(url: string): string {
  try {
    return pathOfFileUrl(url, process.platform);
  } catch {
    return url;
  }
}

const sampleRate = { numerator: 30, denominator: 1 };
const nativeSuffixes = ['.kdenlive', '.mlt'] as const;

/** Turns unpacked files into the folder of one version: documents for their future place, and the manifest. */
export class VersionBuilder {
  readonly #folder: string;
  readonly #content: VersionContent;
  readonly #origin: Origin;
  readonly #plan: VersionPlan;
  #written: string[] = [];
  #movieName: string | null;
  /** True if the cut has another rate or timecode than the service's documents; none of those is used then. */
  #hasOtherTiming = false;

  /** @param deps.folder the built folder. */
  constructor(deps: { folder: string; content: VersionContent; origin: Origin; plan: VersionPlan }) {
    this.#folder = deps.folder;
    this.#content = deps.content;
    this.#origin = deps.origin;
    this.#plan = deps.plan;
    this.#movieName = deps.content.movie?.path ?? null;
  }

  /**
   * Writes everything that depends on the version's name and place, and removes the files of an earlier place.
   * @returns the manifest, which is also in the folder.
   * @throws AppError `path_too_long`, `document_unreadable`, `bundle_corrupt` for missing media, and for media under a
   * name that the version's own files have.
   */
  async build(target: VersionTarget): Promise<Manifest> {
    for (const path of this.#written.splice(0)) await rm(path, { force: true });
    await this.#makeFolders();
    const { cut, placedFrom } = this.#readCut();
    this.#hasOtherTiming = placedFrom !== null;
    const received: WrittenDocument[] = [];
    for (const document of this.#content.documents)
      received.push(await this.#writeDocument(document, target));
    const timeline = timelineOf(received);
    const shown = cut ?? timeline;
    const kept = received.filter(({ described }) => this.#isWanted(described.suffix));
    const made = await this.#makeDocuments(cut, kept, target);
    const documents = this.#inOrder([...kept, ...made.documents]);
    const movie = await this.#nameMovie(target);
    const isMovie = this.#content.movie?.isMovie === true;
    const manifest: Manifest = {
      formatVersion: 2,
      basedOn: null,
      cutOrigin: null,
      timing: null,
      ...this.#origin,
      cutId: cut && identifyCut(cut, this.#content.media),
      sequence: shown && describeSequence(shown),
      mainDocument: target.name + (this.#plan.documents[0] ?? suffixOfFormat[this.#origin.format]),
      pristine: this.#content.documents.map(({ name }) => pristinePathOf(name)),
      documents: documents.map(({ file }) => file),
      sideFiles: [...made.sideFiles],
      media: describeMedia(
        [...this.#content.media, isMovie ? null : movie].filter((file) => file !== null),
        cut,
      ),
      referenceMovie: isMovie ? movie : null,
      readme: null,
      unreadable: timeline ? await this.#findUnreadable(timeline, target) : [],
    };
    requireMainDocument(manifest);
    const title = titleOfVersion(this.#origin.projectTitle, target.name);
    const movieName = manifest.referenceMovie?.path ?? null;
    manifest.readme = await this.#writeReadme({
      title,
      timeline: shown,
      movieName,
      cutOrigin: manifest.cutOrigin,
      unreadable: manifest.unreadable,
      placedFrom,
      documents: documents.map(({ described }) => described),
      mediaCount: manifest.media.length,
    });
    const paths = filesOf(manifest).map(({ path }) => path);
    requireShortPaths(target.path, paths);
    const record = this.#content.cut;
    if (record) await this.#write(cutRecordPath(this.#folder), writeCutRecord(record));
    await this.#write(manifestPath(this.#folder), manifestText(manifest));
    return manifest;
  }

  async #makeFolders(): Promise<void> {
    await mkdir(join(this.#folder, recordFolder, 'documents'), { recursive: true });
    // The app cannot compare returns with documents that have links.
    if (this.#origin.mediaDelivery !== 'BUNDLE') return;
    await mkdir(join(this.#folder, returnsFolder), { recursive: true });
  }

  /** Reads the cut for the documents. `placedFrom` is the same cut before it got another rate or timecode. */
  #readCut(): { readonly cut: Timeline | null; readonly placedFrom: Timeline | null } {
    const source = this.#content.cut ?? cutOfDocuments(this.#content.documents);
    const cut = source && withTiming(source, this.#origin.timing ?? null);
    return { cut, placedFrom: source && cut && !hasTiming(source, cut) ? source : null };
  }

  #findUnreadable(timeline: Timeline, { path }: VersionTarget): Promise<UnreadableMedia[]> {
    const { editors } = this.#plan;
    const readers = editors.length > 0 ? editors : editorsOfFormat[this.#origin.format];
    return findUnreadableMedia(timeline, readers, { standsAt: path, liesIn: this.#folder });
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
    if (timeline) await this.#requireMedia(name, timeline, target);
    else readCaptions(name, localised, sampleRate);
    const path = target.name + kind.suffix;
    requireFree(path, this.#content.media);
    const pristinePath = pristinePathOf(name);
    if (this.#isWanted(kind.suffix)) await this.#write(join(this.#folder, path), localised);
    await this.#write(join(this.#folder, ...pristinePath.split('/')), text);
    const described = { name: path, suffix: kind.suffix, text: localised };
    const file = describeDocument({ ...describeText(path, localised), pristinePath });
    return { file, timeline, described };
  }

  #requireMedia(name: string, timeline: Timeline, { path }: VersionTarget): Promise<void> {
    const { linkedMedia } = this.#content;
    const media = timeline.media.filter(({ location }) => linkedMedia?.has(location) !== true);
    return requireMedia(name, { ...timeline, media }, { standsAt: path, liesIn: this.#folder });
  }

  /** False for a document that nobody requested, or not at this rate or timecode: only its pristine copy stays. */
  #isWanted(suffix: DocumentSuffix): boolean {
    const { documents } = this.#plan;
    if (this.#hasOtherTiming) return false;
    return documents.length === 0 || documents.includes(suffix);
  }

  /** Writes all planned documents that the bundle does not contain, from the cut. */
  async #makeDocuments(
    cut: Timeline | null,
    received: readonly WrittenDocument[],
    target: VersionTarget,
  ): Promise<MadeFiles> {
    if (!cut) return { documents: [], sideFiles: [] };
    const here = new Set(received.map(({ described }) => described.suffix));
    const wanted = this.#plannedSuffixes().filter((suffix) => !here.has(suffix));
    const named = { ...cut, name: titleOfVersion(this.#origin.projectTitle, target.name) };
    const documents: WrittenDocument[] = [];
    const sideFiles: ManifestFile[] = [];
    for (const suffix of wanted) {
      const { kdenlive = '1.1' } = this.#plan;
      const made = makeDocument(suffix, named, { stem: target.name, folder: target.path, kdenlive });
      if (!made) continue;
      for (const { name, text } of [made, ...made.sideFiles]) {
        requireFree(name, this.#content.media);
        await this.#write(join(this.#folder, name), text);
      }
      const { file, sideFiles: sides } = describeMade(made);
      documents.push({ file, timeline: null, described: made });
      sideFiles.push(...sides);
    }
    return { documents, sideFiles };
  }

  /** Few editors follow links, so a version with links gets only the service's own documents. */
  #plannedSuffixes(): readonly DocumentSuffix[] {
    if (this.#origin.mediaDelivery !== 'BUNDLE') return [];
    if (this.#plan.documents.length > 0) return this.#plan.documents;
    const replaced = this.#hasOtherTiming ? this.#content.documents.map(({ kind }) => kind.suffix) : [];
    return [...replaced, ...nativeSuffixes];
  }

  #inOrder(documents: readonly WrittenDocument[]): WrittenDocument[] {
    const order = this.#plan.documents;
    const rank = ({ described }: WrittenDocument): number => order.indexOf(described.suffix);
    return order.length === 0 ? [...documents] : documents.toSorted((a, b) => rank(a) - rank(b));
  }

  /** Writes the README, under another name where the bundle brings its own. */
  async #writeReadme(facts: ReadmeFacts): Promise<ManifestFile> {
    const [usual, other] = readmeNames;
    const name = fileNamed(usual, this.#content.media) ? other : usual;
    requireFree(name, this.#content.media);
    const mediaOutside = [...(this.#content.linkedMedia ?? [])].map(shownPathOf);
    const text = writeReadme({ ...facts, mediaOutside });
    await this.#write(join(this.#folder, name), text);
    return describeText(name, text);
  }

  /** Names the sequence after the version, so that each delivery is its own sequence in an editor's project. */
  #nameSequence({ format }: DocumentKind, text: string, target: VersionTarget): string {
    if (format === null) return text;
    return renameSequence(format, text, titleOfVersion(this.#origin.projectTitle, target.name), (document) =>
      readTimeline(target.name, format, document),
    );
  }

  async #nameMovie(target: VersionTarget): Promise<ManifestFile | null> {
    const { movie } = this.#content;
    if (!movie || this.#movieName === null) return null;
    const path = `${target.name}_reference.mp4${movie.isMovie ? '' : disguisedSuffix}`;
    requireFree(path, this.#content.media);
    await rename(join(this.#folder, this.#movieName), join(this.#folder, path));
    this.#movieName = path;
    return { path, sizeBytes: movie.sizeBytes, sha256: movie.sha256 };
  }

  async #write(path: string, text: string): Promise<void> {
    this.#written.push(path);
    await writeNewFile(path, text);
  }
}

function pristinePathOf(name: string): string {
  return `${recordFolder}/documents/${name}`;
}

function timelineOf(documents: readonly WrittenDocument[]): Timeline | null {
  return documents.find(({ timeline }) => timeline !== null)?.timeline ?? null;
}
