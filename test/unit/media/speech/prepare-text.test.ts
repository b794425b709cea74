import { describe, expect, test } from 'vitest';
import { prepareEspeakText } from '../../../../src-media/speech/espeak/prepare-espeak-text.ts';
import { MappedText } from '../../../../src-media/speech/mapped-text.ts';
import { prepareSpeechText } from '../../../../src-media/speech/prepare-speech-text.ts';

function spoken(text: string, languageCode = 'en'): string {
  return prepareEspeakText(text, languageCode, null).text.replace(/\s+/gu, ' ');
}

describe('MappedText', () => {
  test('knows where each letter comes from, through several changes', () => {
    const mapped = MappedText.of('a 🐝 costs e.g. 5')
      .replace(/🐝 /gu, () => '')
      .replace(/e\.g\./gu, () => 'for example');
    expect(mapped.text).toBe('a costs for example 5');
    expect(mapped.sourceOf(mapped.text.indexOf('costs'))).toBe('a 🐝 '.length);
    expect(mapped.sourceOf(mapped.text.indexOf('example'))).toBe('a 🐝 costs '.length);
    expect(mapped.sourceOf(mapped.text.indexOf('5'))).toBe('a 🐝 costs e.g. '.length);
  });
});

describe('text for any voice', () => {
  test.each([
    ['Well done! 🎉👩‍🚀 Bye', 'Well done! Bye'],
    ['A hive\nMilk', 'A hive. Milk'],
    ['Ready?\nGo', 'Ready? Go'],
    ['see https://www.example.com/x', 'see example.com/x'],
    ['don’t', "don't"],
    ['© 2020, 5 # 1️⃣', '© 2020, 5 # 1'],
  ])('%j becomes %j', (written, expected) => {
    expect(prepareSpeechText(written).text.trim()).toBe(expected);
  });
});

describe('text for the built-in voices', () => {
  test.each([
    [
      'en',
      'Dr. Smith of the U.S. Army, e.g. No. 5, etc.',
      'Dr Smith of the U S Army, for example number 5, et cetera.',
    ],
    ['en', 'He left the U.S. The end.', 'He left the U S. The end.'],
    ['es', 'El Sr. Pérez y EE.UU. son amigos. Fin.', 'El señor Pérez y Estados Unidos son amigos. Fin.'],
    [
      'de',
      'Am 3. August z.B. um 5 Uhr usw. Dann kam Dr. Müller.',
      'Am 3. August zum Beispiel um 5 Uhr und so weiter. Dann kam Dr Müller.',
    ],
    ['en', 'a <b> [[h@l]] {c}', 'a b h@l c '],
  ])('in %s %j is spoken as %j', (languageCode, written, expected) => {
    expect(spoken(written, languageCode)).toBe(expected);
  });
});
