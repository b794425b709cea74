import { type EditorName, editorNameSchema } from '../../src-shared/contract/editor.ts';

/** Ends of the names of documents each editor takes, the best first. */
const suffixesFor: Readonly<Record<EditorName, readonly string[]>> = {
  FINAL_CUT: ['.fcpxml'],
  PREMIERE: ['.xml', '.otio'],
  RESOLVE: ['.resolve.fcpxml', '.xml', '.paths.otio'],
  KDENLIVE: ['.kdenlive', '.paths.otio'],
  SHOTCUT: ['.mlt'],
  OPENSHOT: ['.xml'],
  AVID: ['.edl'],
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
export function editorsWithDocument(versionName: string, paths: readonly string[]): EditorName[] {
  return editorNameSchema.options.filter((editor) => documentFor(editor, versionName, paths) !== null);
}
