/** True if the text has a letter or digit that a voice could speak. */
export function isSpeakable(script: string): boolean {
  return /[\p{L}\p{N}]/u.test(script);
}
