/** Before the hash of captions, in place of their file name, so that renaming them changes nothing. */
const word = 'captions ';

/**
 * Returns the fingerprint of a document with the captions beside it. Without captions, it is that of the document.
 * @param document fingerprint of the document.
 */
export function fingerprintWith(document: string, captionHashes: readonly string[]): string {
  return [document, ...captionHashes.map((hash) => word + hash).toSorted()].join('\n');
}

/** Returns the fingerprint of the document alone. */
export function documentPrintOf(fingerprint: string): string {
  return fingerprint.split('\n', 1)[0] ?? '';
}
