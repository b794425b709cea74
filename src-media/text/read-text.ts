import { detectLanguage } from '../../src-shared/script/detect-language.ts';
import { readBlocks } from '../../src-shared/script/read-blocks.ts';
import { splitSentences } from '../../src-shared/script/split-sentences.ts';

/** A text split into sentences. */
export interface ReadText {
  /** ISO 639-1 code. */
  readonly languageCode: string;
  readonly headings: readonly string[];
  /** Sentences and list items in reading order, without headings. */
  readonly sentences: readonly string[];
}

/** Maximum number of sentences; more do not improve a summary. */
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
