/** Folders that are one timeline, with the name of what is read of them. */
const documentsInBundles = [
  [/\.fcpxmld\/?$/i, 'Info.fcpxml'],
  [/\.otiod\/?$/i, 'content.otio'],
] as const;

/** The name of the timeline in a folder of this name; null where a folder of that name is no timeline. */
export function documentInBundle(folderName: string): string | null {
  return documentsInBundles.find(([bundle]) => bundle.test(folderName))?.[1] ?? null;
}
