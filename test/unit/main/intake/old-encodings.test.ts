import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeUnicode } from '../../../../src-main/intake/decode-text.ts';
import { decodeInLanguage } from '../../../../src-main/intake/old-encodings.ts';
import { encodeText } from '../../../fakes/encode-text.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../fakes/oracle-files.ts';

const texts = [
  ['zh-Hans', 'gb18030', '1\n海鸥回来了。小船离开港口。'],
  ['zh-CN', 'gb18030', '海鸥'],
  ['zh-Hant', 'big5', '海鷗回來了。小船離開港口。'],
  ['ja', 'shift_jis', 'カモメが戻ってきた。船が港を出る。'],
  ['ja', 'euc-jp', 'カモメが戻ってきた。船が港を出る。'],
  ['ko', 'euc-kr', '갈매기가 돌아왔다. 배가 떠난다.'],
  ['ru', 'windows-1251', '— Чайки вернулись. «Лодка» уходит.'],
  ['ru', 'koi8-r', 'Чайки вернулись. Лодка уходит.'],
  ['ru', 'koi8-r', 'ЧАЙКИ ВЕРНУЛИСЬ. ЛОДКА УХОДИТ.'],
  ['ru', 'windows-1251', 'ЧАЙКИ ВЕРНУЛИСЬ. ЛОДКА УХОДИТ.'],
  ['uk', 'windows-1251', 'Чайки повернулися, і човен відпливає.'],
  ['de', 'windows-1252', 'Die Möwen kreisen „über“ dem Boot – für 5 €.'],
  ['fr-CA', 'windows-1252', '« Où êtes-vous né ? » À l’été…'],
  ['pl', 'windows-1250', 'Łódź odpływa i wraca — świt, źródło.'],
  ['pl', 'iso-8859-2', 'Łódź odpływa, a mewy wracają. Świt, źródło.'],
  ['cs', 'windows-1250', 'Racci krouží nad přístavem.'],
  ['el', 'windows-1253', 'Οι γλάροι γύρισαν. Η βάρκα φεύγει.'],
  ['tr', 'windows-1254', 'Martılar döndü, tekne ayrılıyor. Şimdi ğ.'],
  ['he', 'windows-1255', 'השחפים חזרו. הסירה עוזבת.'],
  ['ar', 'windows-1256', 'عادت النوارس، والقارب يغادر.'],
  ['lt', 'windows-1257', 'Žuvėdros sugrįžo, valtis išplaukia.'],
  ['th', 'windows-874', 'นกนางนวลกลับมาแล้ว'],
] as const;

test.for(texts)('A text of %s in %s is decoded', ([language, encoding, text]) => {
  const bytes = encodeText(text, encoding);
  expect(decodeUnicode(bytes)).toBeNull();
  expect(decodeInLanguage(bytes, language)).toBe(text);
});

test('Chinese captions are not decoded in the language of other letters, or in none', (context) => {
  const path = 'reports/captions-in-old-encoding/chinese-gbk.srt';
  skipFor(reasonWithoutOracle(path), context);
  const bytes = readFileSync(oraclePath(path));
  expect(decodeInLanguage(bytes, 'zh-Hans')).toContain('海鸥回来了。');
  for (const language of [
    'en',
    'de',
    'fr',
    'pl',
    'ru',
    'uk',
    'el',
    'he',
    'ar',
    'th',
    'tr',
    'ja',
    'und',
    'xx',
    'no tag',
  ])
    expect(decodeInLanguage(bytes, language), language).toBeNull();
});

test('A text of another language is refused rather than shown in other letters', () => {
  const [, , russian] = texts[6];
  for (const language of ['en', 'de', 'fr', 'pl', 'el', 'ar', 'ko'])
    expect(decodeInLanguage(encodeText(russian, 'windows-1251'), language), language).toBeNull();
  expect(decodeInLanguage(encodeText('عادت النوارس، والقارب يغادر.', 'windows-1256'), 'en')).toBeNull();
});

test('UTF-16 is decoded with a mark and without', () => {
  const captions = '1\n00:00:01,000 --> 00:00:02,500\n海鸥回来了。\n';
  const little = new Uint8Array(Buffer.from(captions, 'utf16le'));
  const big = new Uint8Array(Buffer.from(captions, 'utf16le').swap16());
  expect(decodeUnicode(little)).toBe(captions);
  expect(decodeUnicode(big)).toBe(captions);
  expect(decodeUnicode(Uint8Array.of(0xff, 0xfe, ...little))).toBe(captions);
  expect(decodeUnicode(Uint8Array.of(0xfe, 0xff, ...big))).toBe(captions);
  expect(decodeUnicode(new TextEncoder().encode(`\ufeff${captions}`))).toBe(captions);
});
