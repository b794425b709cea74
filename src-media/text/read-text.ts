import { detectLanguage } from '../../src-shared/script/detect-language.ts';
import { readBlocks } from '../../src-shared/script/read-blocks.ts';
import { splitSentences } from '../../src-shared/script/split-sentences.ts';

/** A text as its sentences. */
export interface ReadText {
  /** ISO 639-1. */
  readonly languageCode: string;
  readonly headings: readonly string[];
  /** Sentences and list items in reading order, headings left out. */
  readonly sentences: readonly string[];
}

/** Beyond this a text tells nothing more to a summary. */
const maxSentences = 1_500;

/** Reads plain text or Markdown. */
export function readText(text: string): ReadText {
  const languageCode = detectLanguage(text);
  const blocks = readBlocks(text);
  const headings = blocks.filter(({ isHeading }) => isHeading).flatMap(({ passages }) => passages);
  const sentences = blocks
    .filter(({ isHeading }) => !isHeading)
    .flatMap(({ passages }) => passages)
    .flatMap((passage) => splitSentences(passage, languageCode))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .slice(0, maxSentences);
  return { languageCode, headings, sentences };
}
