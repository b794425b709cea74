import type { FileInfo, FileSource } from '../../../src-shared/api/files.ts';
import { compareNames } from '../../format/compare-names.ts';

interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** A file of the service's library as lists show it. */
export interface ShelfFile {
  readonly fileId: string;
  readonly displayName: string;
  /** Null until the service knows it. */
  readonly type: FileInfo['type'];
  readonly scope: FileInfo['scope'];
  /** Null for stills, and if the service does not report it. */
  readonly durationSeconds: number | null;
  readonly sizeBytes: number | null;
  /** In pixels; null for sounds and texts, and if the service does not report it. */
  readonly dimensions: Dimensions | null;
  /** Tool that made it; null for any other file. */
  readonly toolType: string | null;
  /** Path of a small picture; null if there is none. */
  readonly thumbnailPath: string | null;
  /** Path of the file or its preview; null until there is one. */
  readonly contentPath: string | null;
  /** True while the service still works on its pictures. */
  readonly isPending: boolean;
}

/** Groups of types that a list can be limited to. */
export const shelfTypes = {
  all: null,
  IMAGE: ['IMAGE'],
  VIDEO: ['VIDEO'],
  AUDIO: ['AUDIO'],
  SLIDESHOW: ['PDF', 'SLIDESHOW'],
  TEXT: ['TEXT'],
  LOTTIE: ['LOTTIE'],
} as const satisfies Record<string, readonly string[] | null>;
export type ShelfType = keyof typeof shelfTypes;

/** `library`: what stands alone. The others are shown only when asked for. */
export const shelfPlaces = ['library', 'projects', 'exports', 'temporary', 'everywhere'] as const;
type ShelfPlace = (typeof shelfPlaces)[number];

export interface ShelfFilter {
  /** Types of files; null for all. */
  readonly types: readonly string[] | null;
  readonly place: ShelfPlace;
  /** `all`, `uploaded`, `made` by any tool, or the type of a tool. */
  readonly origin: string;
  /** Only the user's own files, not those of the team. */
  readonly isMine: boolean;
}

/** Filter of a list that shows the library as the service lists it. */
export const wholeLibrary: ShelfFilter = { types: null, place: 'library', origin: 'all', isMine: false };

/** `service`: as the service lists them. The longest and the largest files come first. */
export const shelfSorts = ['service', 'name', 'length', 'size'] as const;
export type ShelfSort = (typeof shelfSorts)[number];

const compare: Record<Exclude<ShelfSort, 'service'>, (a: ShelfFile, b: ShelfFile) => number> = {
  name: (a, b) => compareNames(a.displayName, b.displayName),
  length: (a, b) => (b.durationSeconds ?? -1) - (a.durationSeconds ?? -1),
  size: (a, b) => (b.sizeBytes ?? -1) - (a.sizeBytes ?? -1),
};

/** Returns the files in the order of `sort`. */
export function sortFiles(files: readonly ShelfFile[], sort: ShelfSort): readonly ShelfFile[] {
  return sort === 'service' ? files : files.toSorted(compare[sort]);
}

const scopes: Partial<Record<ShelfPlace, string>> = {
  projects: 'PROJECT',
  exports: 'EXPORT',
  temporary: 'TEMPORARY',
};

/** True for a file that the filter shows. */
export function isShown(file: ShelfFile, { types, place, origin }: ShelfFilter): boolean {
  const scope = scopes[place];
  if (types !== null && !types.includes(file.type ?? '')) return false;
  if (scope !== undefined && file.scope !== scope) return false;
  if (origin === 'all') return true;
  if (origin === 'uploaded') return file.toolType === null;
  return origin === 'made' ? file.toolType !== null : file.toolType === origin;
}

const isReady = (source: FileSource | null | undefined): boolean => source?.status === 'ready';

function hasContent({ previewSource, downloadSource, downloadUrl }: FileInfo): boolean {
  return isReady(previewSource) || isReady(downloadSource) || Boolean(downloadUrl);
}

/** Returns the size of a picture or clip; null if the service does not report it. */
export function dimensionsOf({ downloadSource, previewSource }: FileInfo): Dimensions | null {
  const { width, height } = (downloadSource?.width ? downloadSource : previewSource) ?? {};
  return width && height ? { width, height } : null;
}

export function toShelfFile(connectionId: string, file: FileInfo): ShelfFile {
  const { fileId, type, scope, displayName = fileId } = file;
  const { thumbnailSource, previewSource, downloadSource, thumbnailUrl } = file;
  const pathOf = (part: string): string => `files/${connectionId}/${fileId}/${part}`;
  const hasPicture = isReady(thumbnailSource) || Boolean(thumbnailUrl);
  return {
    fileId,
    displayName,
    type,
    scope,
    durationSeconds: file.durationSeconds ?? null,
    sizeBytes: downloadSource?.fileBytes ?? null,
    dimensions: dimensionsOf(file),
    toolType: file.sourceToolType ?? null,
    thumbnailPath: hasPicture ? pathOf('thumbnail') : null,
    // The last part makes the page read it again once there is a preview.
    contentPath: hasContent(file) ? `${pathOf('content')}/${previewSource?.status ?? 'none'}` : null,
    isPending: type === null || thumbnailSource?.status === 'pending',
  };
}

interface FirstPage {
  readonly files: readonly ShelfFile[];
  /** True if no more files follow it. */
  readonly isWhole: boolean;
}

/**
 * Puts the first page, read again, before what is known of the following ones. Known files that lay before the end of
 * the page and are not on it any more are gone. Null if the page and what is known do not meet.
 */
export function withFirstPage(known: readonly ShelfFile[], page: FirstPage): readonly ShelfFile[] | null {
  if (page.isWhole) return page.files;
  const fresh = new Set(page.files.map(({ fileId }) => fileId));
  const last = known.findLastIndex(({ fileId }) => fresh.has(fileId));
  return last < 0 ? null : [...page.files, ...known.slice(last + 1)];
}

/** Appends the files of the next page that are not known yet. */
export function withNextPage(known: readonly ShelfFile[], files: readonly ShelfFile[]): readonly ShelfFile[] {
  const ids = new Set(known.map(({ fileId }) => fileId));
  return [...known, ...files.filter(({ fileId }) => !ids.has(fileId))];
}
