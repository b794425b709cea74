const scriptName = /\.(?:txt|text|md|markdown)$/i;
const mediaName =
  /\.(?:jpe?g|png|webp|gif|tiff?|bmp|avif|heic|mp4|m4v|mov|webm|mkv|avi|mpe?g|mts|m2ts|mxf)$/i;

/** What files that were dropped or chosen can be used for. */
export interface SortedFiles<T> {
  readonly scripts: readonly T[];
  /** Stills and clips. */
  readonly media: readonly T[];
  readonly others: readonly T[];
}

interface NamedFile {
  readonly name: string;
  /** The media type the system tells; may be empty. */
  readonly type: string;
}

function kindOf(file: NamedFile): keyof SortedFiles<NamedFile> {
  if (scriptName.test(file.name) || file.type === 'text/plain' || file.type === 'text/markdown') {
    return 'scripts';
  }
  if (/^(?:image|video)\//.test(file.type) && file.type !== 'image/svg+xml') return 'media';
  return mediaName.test(file.name) ? 'media' : 'others';
}

/** Sorts files by what they look like; main tells by their bytes whether it is so. */
export function sortDroppedFiles<T extends NamedFile>(files: Iterable<T>): SortedFiles<T> {
  const sorted: Record<keyof SortedFiles<T>, T[]> = { scripts: [], media: [], others: [] };
  for (const file of files) sorted[kindOf(file)].push(file);
  return sorted;
}

/** What is being dragged, as far as a browser tells before the drop. */
export type DraggedKind = 'script' | 'media' | 'files';

export function kindOfDragged(types: readonly string[]): DraggedKind {
  if (types.length > 0 && types.every((type) => /^(?:image|video)\//.test(type))) return 'media';
  if (types.length > 0 && types.every((type) => type.startsWith('text/'))) return 'script';
  return 'files';
}
