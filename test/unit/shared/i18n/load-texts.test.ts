import { expect, test } from 'vitest';
import type { LanguageChoice } from '../../../../src-shared/i18n/language.ts';
import { loadTexts } from '../../../../src-shared/i18n/load-texts.ts';

test.each<[choice: LanguageChoice, preferred: string[], language: string, tag: string]>([
  ['system', ['ja'], 'ja', 'ja'],
  ['system', ['es-MX', 'en'], 'es', 'es-MX'],
  ['system', ['pt-PT'], 'pt-BR', 'pt-PT'],
  ['system', ['pt'], 'pt-BR', 'pt'],
  ['system', ['zh-CN'], 'zh-Hans', 'zh-CN'],
  ['system', ['zh-SG'], 'zh-Hans', 'zh-SG'],
  ['system', ['zh'], 'zh-Hans', 'zh'],
  ['system', ['zh-TW', 'ko-KR'], 'ko', 'ko-KR'],
  ['system', ['is', 'not a tag', 'en-US'], 'en', 'en-US'],
  ['system', [], 'en', 'en-GB'],
  ['system', ['ar-EG'], 'ar', 'ar-EG-u-nu-latn'],
  ['ja', ['es-MX'], 'ja', 'ja'],
  ['es', ['en-US', 'es-MX'], 'es', 'es-MX'],
])('%s, to who reads %j, is %s with the dates of %s', async (choice, preferred, language, tag) => {
  expect(await loadTexts(choice, preferred)).toMatchObject({ language, languageTag: tag });
});

test('Arabic is read from right to left, and its numbers have the digits of timecodes', async () => {
  const { direction, languageTag } = await loadTexts('ar', []);
  expect([direction, (12.5).toLocaleString(languageTag)]).toEqual(['rtl', '12.5']);
  expect((await loadTexts('ko', [])).direction).toBe('ltr');
});
