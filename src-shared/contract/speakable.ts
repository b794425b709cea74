/** Whether there is a letter or a digit in it: anything a voice could say. */
export function isSpeakable(script: string): boolean {
  return /[\p{L}\p{N}]/u.test(script);
}
