/** Letters that a voice speaks per second at normal speed, by script; measured on the built-in voices. */
const lettersPerSecond = { other: 14.6, abjad: 9.8, han: 3.9, kana: 8, hangul: 5.5, thai: 9, indic: 12.5 };
const secondsPerDigit = 0.32;
const secondsPerClause = 0.18;
const secondsPerSentence = 0.42;

/** Estimates the time to speak a text at normal speed, within a quarter of the true length. */
export function estimateSpeechSeconds(text: string): number {
  const count = (letters: RegExp): number => text.match(letters)?.length ?? 0;
  const han = count(/\p{Script=Han}/gu);
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu);
  const hangul = count(/\p{Script=Hangul}/gu);
  const thai = count(/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu);
  const indic = count(/[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}]/gu);
  const abjad = count(/[\p{Script=Arabic}\p{Script=Hebrew}]/gu);
  const digits = count(/\p{Nd}/gu);
  const others = count(/[\p{L}\s]/gu) - han - kana - hangul - thai - indic - abjad;
  return (
    han / lettersPerSecond.han +
    kana / lettersPerSecond.kana +
    hangul / lettersPerSecond.hangul +
    thai / lettersPerSecond.thai +
    indic / lettersPerSecond.indic +
    abjad / lettersPerSecond.abjad +
    Math.max(0, others) / lettersPerSecond.other +
    digits * secondsPerDigit +
    count(/[,;:、，；：،؛]/gu) * secondsPerClause +
    count(/[\p{Sentence_Terminal}…](?=\s|$|[^\p{Sentence_Terminal}\p{L}\p{N}])/gu) * secondsPerSentence
  );
}
