import { writeScript } from '../text/write-script.ts';
import type { VideoWish } from './video-wish.ts';

/** Number of words a narrator speaks per second. */
export const wordsPerSecond = 2.3;
/** Length of a clip if the message does not state one. */
export const usualClipSeconds = 8;

/** Returns the text to speak: the wish's own script, or one that `writeScript` generates from the topic. */
export function draftScript({ kind, text, seconds }: VideoWish): string {
  if (kind === 'script') return text;
  return writeScript(text, seconds === null ? {} : { wordCount: Math.round(seconds * wordsPerSecond) });
}
