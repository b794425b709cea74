import { MappedText } from '@dailies/media/script';
import { expandWrittenForms } from './expand-written-forms.ts';

/** What is spoken in place of a word. */
export interface PronunciationReplacement {
  readonly original: string;
  readonly replacement: string;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replaceAll(/\s+/gu, String.raw`\s+`);
}

/** Whole words only, in any case. Where a word begins or ends with a sign, the sign itself is its edge. */
function wholeWord(original: string): RegExp {
  const word = original.trim();
  const before = /^[\p{L}\p{N}]/u.test(word) ? String.raw`(?<![\p{L}\p{N}])` : '';
  const after = /[\p{L}\p{N}]$/u.test(word) ? String.raw`(?![\p{L}\p{N}])` : '';
  return new RegExp(`${before}${escaped(word)}${after}`, 'giu');
}

/**
 * A text as it shall be spoken, with the place in the written text that each letter comes from: replacements one
 * after the other, then, if wished, numbers, signs and abbreviations spelled out.
 */
export function pronounce(
  written: string,
  options: {
    readonly replacements: readonly PronunciationReplacement[];
    readonly expandsWrittenForms: boolean;
    readonly languageCode: string;
  },
): MappedText {
  const replaced = options.replacements
    .filter(({ original }) => original.trim() !== '')
    .reduce(
      (text, { original, replacement }) => text.replace(wholeWord(original), () => replacement),
      MappedText.of(written),
    );
  return options.expandsWrittenForms ? expandWrittenForms(replaced, options.languageCode) : replaced;
}
