import { MappedText } from './mapped-text.ts';

/** Pictographs with all that modifies and joins them; digits and letters that merely can be emoji are not among them. */
const pictographs =
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\uFE0F|\u200D|\u20E3)+/gu;

/**
 * A scene's text as any voice should get it: without pictographs, invisible signs and link protocols, with a full
 * stop where a line ends without one, so that a pause is heard there.
 */
export function prepareSpeechText(written: string): MappedText {
  return MappedText.of(written)
    .replace(pictographs, ([sign]) => (/^[©®™]$/u.test(sign) ? sign : ' '))
    .replace(/[\p{Cf}\u00AD]/gu, () => '')
    .replace(/[’ʼ]/gu, () => "'")
    .replace(/\bhttps?:\/\/(?:www\.)?/giu, () => '')
    .replace(/([^\s\p{Sentence_Terminal}…:;,、，])(\s*\n\s*)/gu, ([, letter = '']) => `${letter}. `)
    .replace(/\s+/gu, () => ' ');
}
