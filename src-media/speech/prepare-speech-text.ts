import { MappedText } from './mapped-text.ts';

/** Matches pictographs with their modifiers and joiners; not digits and letters that can also be emoji. */
const pictographs =
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\uFE0F|\u200D|\u20E3)+/gu;

/**
 * Prepares a scene's text for any voice. Removes pictographs, invisible signs and link protocols. Adds a full stop to
 * lines that end without one, so that the voice pauses there.
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
