import type { DocumentFormat } from '../../src-shared/contract/delivery.ts';
import { type EditorName, editorNameSchema, type ServedEditor } from '../../src-shared/contract/editor.ts';

/** What a document is written in, by the end of its name. Longer ends come first. */
const formatOfSuffix = {
  '.resolve.fcpxml': 'FCPXML',
  '.fcpxml': 'FCPXML',
  '.xml': 'PREMIERE_XML',
  '.paths.otio': 'OTIO',
  '.otio': 'OTIO',
  '.kdenlive': 'KDENLIVE',
  '.mlt': 'SHOTCUT',
  '.edl': 'EDL',
  '.srt': 'SRT',
  '.vtt': 'VTT',
} as const satisfies Readonly<Record<string, DocumentFormat>>;
export type DocumentSuffix = keyof typeof formatOfSuffix;

/** The end of a document's name; null for what is no document. */
export function suffixOfDocument(path: string): DocumentSuffix | null {
  const suffixes = Object.keys(formatOfSuffix) as DocumentSuffix[];
  return suffixes.find((suffix) => path.toLowerCase().endsWith(suffix)) ?? null;
}

/** @throws RangeError for what is no document. */
export function formatOfDocument(path: string): DocumentFormat {
  const suffix = suffixOfDocument(path);
  if (suffix === null) throw new RangeError(`${path} is no document.`);
  return formatOfSuffix[suffix];
}

/** The editors that take a document of that name. */
export function editorsOfDocument(path: string): EditorName[] {
  const suffix = suffixOfDocument(path);
  return editorNameSchema.options.filter((editor) => suffixesFor[editor].some((each) => each === suffix));
}

/** Ends of the names of documents each editor takes, the best first. */
const suffixesFor: Readonly<Record<EditorName, readonly DocumentSuffix[]>> = {
  FINAL_CUT: ['.fcpxml'],
  PREMIERE: ['.xml', '.otio'],
  RESOLVE: ['.resolve.fcpxml', '.xml', '.paths.otio'],
  KDENLIVE: ['.kdenlive', '.paths.otio'],
  SHOTCUT: ['.mlt'],
  OPENSHOT: ['.xml'],
  AVID: ['.edl'],
};

/** Kdenlive takes an OTIO document by its menu alone: as an argument it goes into the bin as a broken clip. */
const openedAtStart: Partial<Record<EditorName, string>> = {
  FINAL_CUT: '.fcpxml',
  KDENLIVE: '.kdenlive',
  SHOTCUT: '.mlt',
};

/**
 * The document of a version that an editor takes; null when the version has none for it.
 * @param paths of the version's documents, inside its folder.
 */
export function documentFor(
  editor: EditorName,
  versionName: string,
  paths: readonly string[],
): string | null {
  const names = suffixesFor[editor].map((suffix) => versionName + suffix);
  return names.find((name) => paths.includes(name)) ?? null;
}

/** The editors a version has a document for, in the order in which they are offered. */
export function servedEditors(versionName: string, paths: readonly string[]): ServedEditor[] {
  return editorNameSchema.options.flatMap((editor) => {
    const name = documentFor(editor, versionName, paths);
    return name === null ? [] : [{ editor, opensIt: opensAtStart(editor, name) }];
  });
}

/** True for a document that the editor opens when it is started with it. */
export function opensAtStart(editor: EditorName, path: string): boolean {
  const suffix = openedAtStart[editor];
  return suffix !== undefined && path.endsWith(suffix);
}
