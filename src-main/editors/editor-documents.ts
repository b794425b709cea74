import {
  type DeliveryFormat,
  type DocumentFormat,
  type DocumentSuffix,
  documentSuffixSchema,
} from '../../src-shared/contract/delivery.ts';
import {
  type EditorName,
  editorNameSchema,
  type openingEditors,
  opensDocuments,
  type ServedEditor,
} from '../../src-shared/contract/editor.ts';

const formatOfSuffix: Readonly<Record<DocumentSuffix, DocumentFormat>> = {
  '.resolve.fcpxml': 'FCPXML',
  '.fcpxml': 'FCPXML',
  '.resolve.xml': 'PREMIERE_XML',
  '.openshot.xml': 'PREMIERE_XML',
  '.xml': 'PREMIERE_XML',
  '.paths.otio': 'OTIO',
  '.otio': 'OTIO',
  '.kdenlive': 'KDENLIVE',
  '.mlt': 'SHOTCUT',
  '.edl': 'EDL',
  '.srt': 'SRT',
  '.vtt': 'VTT',
};

/** Returns the suffix of a document's name; null for any other file. */
export function suffixOfDocument(path: string): DocumentSuffix | null {
  return documentSuffixSchema.options.find((suffix) => path.toLowerCase().endsWith(suffix)) ?? null;
}

/** @throws RangeError for any other file. */
export function formatOfDocument(path: string): DocumentFormat {
  const suffix = suffixOfDocument(path);
  if (suffix === null) throw new RangeError(`${path} is no document.`);
  return formatOfSuffix[suffix];
}

/** Returns the editors that take a document with that name. */
export function editorsOfDocument(path: string): EditorName[] {
  const suffix = suffixOfDocument(path);
  return editorNameSchema.options.filter((editor) => suffixesFor[editor].some((each) => each === suffix));
}

/** Suffixes of the documents that each editor takes, the best first. */
const suffixesFor: Readonly<Record<EditorName, readonly DocumentSuffix[]>> = {
  FINAL_CUT: ['.fcpxml'],
  PREMIERE: ['.xml', '.otio'],
  RESOLVE: ['.resolve.fcpxml', '.resolve.xml', '.xml', '.paths.otio'],
  KDENLIVE: ['.kdenlive', '.paths.otio'],
  SHOTCUT: ['.mlt'],
  OPENSHOT: ['.openshot.xml', '.xml'],
  AVID: ['.edl'],
};

/** Documents written for a chosen editor: its best one, and two alternatives for Resolve. */
const chosenFor: Readonly<Record<EditorName, readonly [DocumentSuffix, ...DocumentSuffix[]]>> = {
  FINAL_CUT: ['.fcpxml'],
  PREMIERE: ['.xml'],
  RESOLVE: ['.resolve.fcpxml', '.resolve.xml', '.paths.otio'],
  KDENLIVE: ['.kdenlive'],
  SHOTCUT: ['.mlt'],
  OPENSHOT: ['.openshot.xml'],
  AVID: ['.edl'],
};

const suffixesOfFormat: Readonly<Record<DeliveryFormat, readonly DocumentSuffix[]>> = {
  FCPXML: ['.fcpxml', '.resolve.fcpxml'],
  PREMIERE_XML: ['.xml'],
  OTIO: ['.otio', '.paths.otio'],
  SRT: [],
};

export function bestDocumentFor(editor: EditorName): DocumentSuffix {
  return chosenFor[editor][0];
}

/** Returns the documents for some editors and a format: those of the first editor first, captions last. */
export function documentsFor(
  editors: readonly EditorName[],
  format: DeliveryFormat | null = null,
): DocumentSuffix[] {
  const wanted = editors.flatMap((editor) => chosenFor[editor]);
  const ofFormat = format === null ? [] : suffixesOfFormat[format];
  return [...new Set<DocumentSuffix>([...wanted, ...ofFormat, '.srt', '.vtt'])];
}

/** Returns the format in which to request links to media for an editor. */
export function linkFormatFor(editor: EditorName): DeliveryFormat {
  if (editor === 'PREMIERE' || editor === 'OPENSHOT') return 'PREMIERE_XML';
  return editor === 'FINAL_CUT' || editor === 'RESOLVE' ? 'FCPXML' : 'OTIO';
}

/** Kdenlive opens OTIO only from its menu; as an argument, an OTIO document becomes a broken clip in the bin. */
const openedAtStart: Readonly<Record<(typeof openingEditors)[number], DocumentSuffix>> = {
  FINAL_CUT: '.fcpxml',
  KDENLIVE: '.kdenlive',
  SHOTCUT: '.mlt',
};

/**
 * Returns the document of a version that an editor takes; null if the version has none for it.
 * @param paths of the version's documents, inside its folder.
 */
export function documentFor(editor: EditorName, paths: readonly string[]): string | null {
  const found = suffixesFor[editor].map((suffix) => paths.find((path) => suffixOfDocument(path) === suffix));
  return found.find((path) => path !== undefined) ?? null;
}

/** Returns the editors that a version has a document for, in the order in which they are offered. */
export function servedEditors(paths: readonly string[]): ServedEditor[] {
  return editorNameSchema.options.flatMap((editor) => {
    const name = documentFor(editor, paths);
    return name === null ? [] : [{ editor, opensIt: opensAtStart(editor, name) }];
  });
}

/** Sorts editors of a version: chosen ones first, and those that open their document before others. */
export function bestFirst(served: readonly ServedEditor[], chosen: readonly EditorName[]): ServedEditor[] {
  const rank = ({ editor, opensIt }: ServedEditor): number =>
    (chosen.includes(editor) ? 0 : 2) + (opensIt ? 0 : 1);
  return served.toSorted((a, b) => rank(a) - rank(b));
}

/** True if the editor opens the document when it is started with it. */
export function opensAtStart(editor: EditorName, path: string): boolean {
  return opensDocuments(editor) && suffixOfDocument(path) === openedAtStart[editor];
}
