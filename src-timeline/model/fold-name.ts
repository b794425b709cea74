/** Returns a name or title as case-insensitive file systems and searches compare it. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
