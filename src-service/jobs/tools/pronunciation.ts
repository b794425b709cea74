import { MappedText } from '@dailies/media/script';
import { expandWrittenForms } from './expand-written-forms.ts';
import { ListedWords, type PronunciationReplacement } from './listed-words.ts';

/**
 * Returns a function that converts written text into the text to speak and maps each letter back to its source. It
 * applies all replacements in one pass, so that none changes another's result. Then, if requested, it spells out
 * numbers, signs and abbreviations.
 */
export function pronouncer(options: {
  readonly replacements: readonly PronunciationReplacement[];
  readonly expandsWrittenForms: boolean;
  readonly languageCode: string;
}): (written: string) => MappedText {
  const words = new ListedWords(options.replacements);
  return (written) => {
    let from = 0;
    const pieces = words.findIn(written).flatMap(({ start, end, replacement }) => {
      const kept = { length: start - from, replacement: null };
      from = end;
      return [kept, { length: end - start, replacement }];
    });
    const replaced = MappedText.of(written).rewrite(pieces);
    return options.expandsWrittenForms ? expandWrittenForms(replaced, options.languageCode) : replaced;
  };
}
