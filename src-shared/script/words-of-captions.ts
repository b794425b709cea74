import { unspacedLetters } from './speakable.ts';

const timesLine =
  /^\s*(?:\d{1,3}:)?\d{1,2}:\d{1,2}(?:[.,:]\d{1,3})?\s*-->\s*(?:\d{1,3}:)?\d{1,2}:\d{1,2}(?:[.,:]\d{1,3})?(?:\s|$)/;
const numberLine = /^\s*\d{1,9}\s*$/;
/** Tags of SubRip and WebVTT, with the times of words, and positions of ASS. */
const markup = /<\/?[a-z\d:.][^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}/giu;

/**
 * Returns the words of captions in SubRip or WebVTT, as a passage to be spoken. A line that the next caption repeats, as
 * captions that roll up do, is there once. Null for a text that does not begin with a caption.
 */
export function wordsOfCaptions(text: string): string | null {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  if (!beginsWithCaption(lines)) return null;
  const spoken: string[] = [];
  let isCaption = false;
  for (const [index, line] of lines.entries()) {
    const isNumber = numberLine.test(line) && timesLine.test(lines[index + 1] ?? '');
    if (timesLine.test(line)) isCaption = true;
    else if (isNumber || isBlockOfWebVtt(line)) isCaption = false;
    else if (isCaption) {
      const words = line.replace(markup, '').trim();
      if (words !== '' && words !== spoken.at(-1)) spoken.push(words);
    }
  }
  return spoken.reduce(joined, '');
}

/** True if nothing but a number or the head of WebVTT comes before the first times. */
function beginsWithCaption(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => timesLine.test(line));
  if (first === -1) return false;
  const head = lines.slice(0, first).filter((line) => line.trim() !== '');
  return head.every((line) => numberLine.test(line)) || /^WEBVTT(?:\s|$)/.test(head[0] ?? '');
}

const isBlockOfWebVtt = (line: string): boolean => /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line);

function joined(text: string, next: string): string {
  const isUnspaced = unspacedLetters.test(text.slice(-1)) && unspacedLetters.test(next.slice(0, 1));
  const needsNoSpace = text === '' || isUnspaced || /[。、！？」』），]$/u.test(text);
  return needsNoSpace ? text + next : `${text} ${next}`;
}
