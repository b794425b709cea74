/** Folder types that are one timeline, with the name of the file to read in them. */
const documentsInBundles = [
  [/\.fcpxmld\/?$/i, 'Info.fcpxml'],
  [/\.otiod\/?$/i, 'content.otio'],
] as const;

/** Returns the name of the timeline file in a folder of this name; null if such a folder is no timeline. */
export function documentInBundle(folderName: string): string | null {
  return documentsInBundles.find(([bundle]) => bundle.test(folderName))?.[1] ?? null;
}

/** Returns the zip file with a timeline that a path leads into, and the path inside; null for any other path. */
export function placeInZip(path: string): { readonly zipPath: string; readonly entryName: string } | null {
  const [, zipPath, inside] = /^(.+?\.otioz)[/\\](.+)$/i.exec(path) ?? [];
  return zipPath === undefined || inside === undefined
    ? null
    : { zipPath, entryName: inside.replaceAll('\\', '/') };
}

/** Returns the path of the timeline file in a zip file of this name; null if such a file is no zip file with one. */
export function documentInZip(fileName: string): string | null {
  return /\.otioz$/i.test(fileName) ? 'content.otio' : null;
}
