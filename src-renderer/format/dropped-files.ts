import { rawFileName } from '../../src-shared/contract/material.ts';

/** A file with the folder it was dropped in. */
export interface DroppedFile<T> {
  readonly file: T;
  /** Path of its folders, from the dropped one; empty for a file dropped by itself. */
  readonly folder: string;
}

/** Marks a drag of files of the library, so that no other drag is taken for one. */
export const libraryDragType = 'application/x-dailies-library';

export function hasLibraryFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes(libraryDragType) === true;
}

interface NamedFile {
  readonly name: string;
  /** Media type that the system reports; may be empty. */
  readonly type: string;
}

/** Dropped, pasted or chosen files by possible use. */
export interface SortedFiles<T> {
  /** Text and Markdown: spoken in the next generation. */
  readonly scripts: readonly T[];
  /** Tables of scripts: a batch. */
  readonly tables: readonly T[];
  /** Stills and clips: shown in the next generation, or kept in the library. */
  readonly media: readonly T[];
  /** Sound, slides and other files that only the library takes. */
  readonly library: readonly T[];
  /** Timelines in the formats of editors. */
  readonly timelines: readonly T[];
  /** Captions without media of the same name. */
  readonly captions: readonly T[];
  readonly others: readonly T[];
  /** Clips and sounds with captions beside them, mapped to those captions: their transcript. */
  readonly transcripts: ReadonlyMap<T, T>;
}

type Kind = Exclude<keyof SortedFiles<unknown>, 'transcripts'>;

const transcriptName = /\.(?:srt|vtt)$/i;
const stillName = /\.(?:jpe?g|png|webp|gif|tiff?|bmp|avif|heic|heif)$/i;
const soundName = /\.(?:wav|mp3|m4a|aac|flac|ogg|oga|opus|aiff?|wma)$/i;
/** Animations, which are texts to anything but the library. */
const animationName = /\.(?:json|lottie)$/i;
const kindsByName: readonly (readonly [Kind, RegExp])[] = [
  ['scripts', /\.(?:txt|text|md|markdown)$/i],
  ['tables', /\.(?:csv|tsv)$/i],
  ['timelines', /\.(?:fcpxml|xml|otio|edl|kdenlive|mlt)$/i],
  ['captions', transcriptName],
  ['others', /\.svg$/i],
  ['others', rawFileName],
  ['media', stillName],
  ['media', /\.(?:mp4|m4v|mov|webm|mkv|avi|mpe?g|mts|m2ts|mxf)$/i],
  ['library', soundName],
  ['library', /\.(?:pdf|pptx?|ppsx|odp)$/i],
];
const kindsByType: readonly (readonly [Kind, RegExp])[] = [
  ['others', /^image\/svg/],
  ['tables', /^text\/(?:csv|tab-separated-values)$/],
  ['scripts', /^text\/(?:plain|markdown)$/],
  ['media', /^(?:image|video)\//],
  ['library', /^audio\/|^application\/pdf$|presentation/],
];
const withSound =
  /\.(?:mp4|m4v|mov|webm|mkv|avi|mpe?g|mts|m2ts|mxf|wav|mp3|m4a|aac|flac|ogg|oga|opus|aiff?|wma)$/i;

function kindOf({ name, type }: NamedFile): Kind {
  const byName = kindsByName.find(([, pattern]) => pattern.test(name))?.[0];
  return byName ?? kindsByType.find(([, pattern]) => pattern.test(type))?.[0] ?? 'others';
}

/** Returns the part that a file shares with its transcript: the folder, and the name without extension. */
function stemOf<T extends NamedFile>({ file, folder }: DroppedFile<T>): string {
  return `${folder}/${file.name.replace(/\.[^.]*$/, '')}`.toLowerCase();
}

/**
 * Sorts files by name and media type; main verifies the content. A caption file beside media of the same name is its
 * transcript and not a file of its own.
 * @param isForLibrary true if texts are files for the library too.
 */
export function sortDroppedFiles<T extends NamedFile>(
  files: Iterable<DroppedFile<T>>,
  isForLibrary = false,
): SortedFiles<T> {
  const all = [...files];
  const captions = all.filter(({ file }) => transcriptName.test(file.name));
  const transcripts = new Map(captions.map((each) => [stemOf(each), each.file]));
  const withTranscript = all.filter(
    (each) => withSound.test(each.file.name) && transcripts.has(stemOf(each)),
  );
  const media = new Set(withTranscript.map(stemOf));
  const sorted: Record<Kind, T[]> = {
    scripts: [],
    tables: [],
    media: [],
    library: [],
    timelines: [],
    captions: [],
    others: [],
  };
  for (const each of all) {
    if (transcriptName.test(each.file.name) && media.has(stemOf(each))) continue;
    const kind = kindOf(each.file);
    const isText = kind === 'scripts' || kind === 'tables' || animationName.test(each.file.name);
    sorted[isForLibrary && isText ? 'library' : kind].push(each.file);
  }
  const pairs = withTranscript.flatMap((each): [T, T][] => {
    const transcript = transcripts.get(stemOf(each));
    return transcript ? [[each.file, transcript]] : [];
  });
  return { ...sorted, transcripts: new Map(pairs) };
}

const recordingName = /\.(?:wav|mp3|m4a|aac|flac|ogg|oga|opus|aiff?)$/i;
const slidesName = /\.(?:pdf|pptx?|ppsx)$/i;
const slidesType = /^application\/pdf$|presentation/;

/** Returns the kind of source a movie can be made from; null for a file that is neither a recording nor slides. */
export function sourceKindOf({ name, type }: NamedFile): 'recording' | 'slides' | null {
  if (recordingName.test(name) || (!name.includes('.') && type.startsWith('audio/'))) return 'recording';
  return slidesName.test(name) || slidesType.test(type) ? 'slides' : null;
}

/** Returns what a file is for a form that takes pictures, clips or sounds; null for any other. */
export function mediaKindOf(file: NamedFile): 'image' | 'video' | 'audio' | null {
  const { type } = file;
  if (kindOf(file) === 'media') return stillName.test(file.name) || /^image\//.test(type) ? 'image' : 'video';
  return soundName.test(file.name) || (kindOf(file) === 'library' && /^audio\//.test(type)) ? 'audio' : null;
}

/** True if a file can be a finished movie from an editor. */
export function isMovie({ name, type }: NamedFile): boolean {
  return /\.(?:mp4|m4v|mov|webm|mkv|mxf)$/i.test(name) || (!name.includes('.') && type.startsWith('video/'));
}

/** Kind of the dragged items, as far as the browser reveals it before the drop. */
export type DraggedKind =
  'script' | 'batch' | 'media' | 'movies' | 'recording' | 'slides' | 'library' | 'files';

/**
 * @param types media type of each dragged item; empty for folders and unknown kinds.
 * @param isForGeneration true if one recording or one set of slides becomes the source of the next generation.
 */
export function kindOfDragged(types: readonly string[], isForGeneration = false): DraggedKind {
  const areAll = (pattern: RegExp): boolean => types.length > 0 && types.every((type) => pattern.test(type));
  if (areAll(/^video\//)) return 'movies';
  if (areAll(/^(?:image|video)\//)) return 'media';
  if (isForGeneration && types.length === 1 && areAll(/^audio\//)) return 'recording';
  if (isForGeneration && types.length === 1 && areAll(slidesType)) return 'slides';
  if (areAll(/^audio\/|^application\/pdf$|presentation/)) return 'library';
  if (!areAll(/^text\/(?:plain|markdown|csv|tab-separated-values)$/)) return 'files';
  return types.length > 1 || !areAll(/^text\/(?:plain|markdown)$/) ? 'batch' : 'script';
}
