import { writeScript } from '../text/write-script.ts';
import type { VideoWish } from './video-wish.ts';

/** Words a narrator speaks in a second. */
export const wordsPerSecond = 2.3;
/** Length of a clip when nothing is said about it. */
export const usualClipSeconds = 8;

/** The text that would be spoken: the wish's own words, or what rules write about its topic. */
export function draftScript({ kind, text, seconds }: VideoWish): string {
  if (kind === 'script') return text;
  return writeScript(text, seconds === null ? {} : { wordCount: Math.round(seconds * wordsPerSecond) });
}
