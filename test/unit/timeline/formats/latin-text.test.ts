import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJapanese, loadLatinText, readingLanguage } from '../../../../src-timeline/formats/latin-text.ts';

const latinText = await loadLatinText();

test.for([
  ['港の灯り', 'en', true],
  ['コーヒー', 'zh', true],
  ['東京', 'ja-JP', true],
  ['東京', 'zh-Hant', false],
  ['東京', 'und', false],
  ['Tokyo', 'ja', false],
] as const)('whether “%s” in %s is Japanese: %s', ([text, languageCode, answer]) => {
  expect(isJapanese(text, languageCode)).toBe(answer);
});

test('kana make a whole script Japanese, except a Chinese one that quotes some', () => {
  expect(readingLanguage('en', ['東京', '夜の港'])).toBe('ja');
  expect(readingLanguage('zh-Hans', ['東京', '夜の港'])).toBe('zh-Hans');
  expect(readingLanguage('de', ['Tokio', '東京'])).toBe('de');
});

test('umlauts are written out in German and lose their dots elsewhere', () => {
  expect(latinText('Über Äpfel, Öl und Füße', 'de-AT')).toBe('Ueber Aepfel, Oel und Fuesse');
  expect(latinText('Über Äpfel', 'sv')).toBe('Uber Apfel');
});

test('text that only readers of Japanese can read is left out', () => {
  expect(latinText('港の灯り 2 コーヒー', 'en').trim()).toBe('2');
});

test('no text leaves anything but plain letters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('en', 'ja'),
      (text, language) => {
        expect(latinText(text, language)).toMatch(/^\p{ASCII}*$/u);
      },
    ),
  );
});
