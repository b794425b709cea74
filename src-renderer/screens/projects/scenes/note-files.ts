const table = /\.(?:csv|tsv)$/i;
const tableOrDocument = /\.(?:csv|tsv|edl|fcpxml|xml|otio)$/i;

/** True for files that can hold a reviewer's notes, going by their names. */
export function areNotes(files: readonly File[]): boolean {
  return files.length > 0 && files.every(({ name }) => tableOrDocument.test(name));
}

/** True for tables, which are notes wherever they are dropped; documents may be returns too. */
export function areTables(files: readonly File[]): boolean {
  return files.length > 0 && files.every(({ name }) => table.test(name));
}
