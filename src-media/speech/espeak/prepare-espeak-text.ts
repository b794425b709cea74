import { splitSentences } from '../../script/split-sentences.ts';
import { MappedText } from '../mapped-text.ts';
import type { ReadJapanese } from './japanese-reader.ts';
import { spokenForms } from './spoken-forms.ts';

/**
 * A text as the built-in synthesiser should get it. Written forms it would misread are put in words, full stops
 * inside a sentence, at which it would pause, are dropped, and signs that would switch its modes are taken out.
 *
 * @param readJapanese turns kanji into kana for the Japanese voice, which knows only those; null for other voices
 */
export function prepareEspeakText(
  written: string,
  languageCode: string,
  readJapanese: ReadJapanese | null,
): MappedText {
  const finalStops = offsetsOfFinalStops(written, languageCode);
  let mapped = MappedText.of(written).replace(/[<>[\]{}|\\^~]/gu, () => ' ');
  for (const [pattern, words] of spokenForms(languageCode)) mapped = mapped.replace(pattern, () => words);
  const plain = mapped;
  mapped = plain.replace(/(?<=\p{L})\.(?=\s|\p{L}\b)/gu, (match) =>
    finalStops.has(plain.sourceOf(match.index)) ? '.' : ' ',
  );
  return readJapanese ? putInKana(mapped, readJapanese) : mapped;
}

/** Where the signs stand that end sentences. */
function offsetsOfFinalStops(text: string, languageCode: string): Set<number> {
  const offsets = new Set<number>();
  let start = 0;
  for (const sentence of splitSentences(text, languageCode)) {
    const end = /[\p{Sentence_Terminal}…][^\p{L}\p{N}]*$/u.exec(sentence);
    for (let index = end?.index ?? sentence.length; index < sentence.length; index += 1)
      offsets.add(start + index);
    start += sentence.length;
  }
  return offsets;
}

/** Kana with a space between phrases. Letters that neither dictionary nor voice can read stay silent. */
function putInKana(mapped: MappedText, readJapanese: ReadJapanese): MappedText {
  return mapped.rewrite(
    readJapanese(mapped.text).map(({ written, pronunciation, leansBack }) => ({
      length: written.length,
      replacement: (leansBack ? '' : ' ') + (pronunciation ?? written.replace(/\p{Script=Han}+/gu, ' ')),
    })),
  );
}
