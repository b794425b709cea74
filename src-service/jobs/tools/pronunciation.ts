import { MappedText } from '@dailies/media/script';
import { expandWrittenForms } from './expand-written-forms.ts';
import { ListedWords, type PronunciationReplacement } from './listed-words.ts';

/**
 * Says how texts shall be spoken, with the place in the written text that each letter comes from: replacements, all
 * in one pass over what is written, so that none changes what another has put in; then, if wished, numbers, signs
 * and abbreviations spelled out.
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
