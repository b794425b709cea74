import { expect, test } from 'vitest';
import { detectLanguage } from '../../../../src-shared/script/detect-language.ts';

const samples: readonly (readonly [string, string])[] = [
  ['en', 'Bees travel far from their hive, and they always come back home.'],
  ['es', 'Las abejas viajan lejos de su colmena y siempre vuelven a casa.'],
  ['fr', 'Les abeilles volent loin de la ruche et elles rentrent toujours à la maison.'],
  ['de', 'Die Bienen fliegen weit und finden immer wieder nach Hause.'],
  ['it', 'Le api volano lontano dal loro alveare e tornano sempre a casa.'],
  ['pt', 'As abelhas voam para longe da colmeia e voltam sempre para casa.'],
  ['nl', 'De bijen vliegen ver van de korf en ze komen altijd weer naar huis.'],
  ['pl', 'Pszczoły latają daleko od ula i zawsze wracają do domu.'],
  ['tr', 'Arılar kovandan çok uzağa uçar ve her zaman eve geri döner.'],
  ['vi', 'Những con ong bay rất xa tổ và luôn luôn trở về nhà.'],
  ['ja', '蜂は巣から遠くまで飛んで、必ず家に帰ります。'],
  ['zh', '蜜蜂飞得很远，但总是能回家。'],
  ['ko', '벌은 벌집에서 멀리 날아가지만 항상 집으로 돌아옵니다.'],
  ['ar', 'تطير النحلات بعيدًا عن الخلية وتعود دائمًا إلى البيت.'],
  ['he', 'הדבורים עפות רחוק מהכוורת ותמיד חוזרות הביתה.'],
  ['ru', 'Пчёлы улетают далеко от улья и всегда возвращаются домой.'],
  ['uk', 'Бджоли літають далеко від вулика і завжди повертаються додому.'],
  ['hi', 'मधुमक्खियाँ छत्ते से दूर जाती हैं और हमेशा घर लौटती हैं।'],
  ['th', 'ผึ้งบินไปไกลจากรังและกลับบ้านเสมอ'],
];

test.each(samples)('%s is recognized from “%s”', (languageCode, text) => {
  expect(detectLanguage(text)).toBe(languageCode);
});

test('a Japanese text with many English names is Japanese', () => {
  expect(detectLanguage('AppleのiPhoneとGoogleのAndroidは、どちらも人気があります。')).toBe('ja');
});

test('numbers alone count as English', () => {
  expect(detectLanguage('1, 2, 3')).toBe('en');
});

test.each([
  'A bicycle in front of a brick wall',
  'A red fox in a forest, flat illustration',
  'A lighthouse on a rocky coast at dusk, calm sea',
  'Two friends cooking pasta in a kitchen',
  'Sunset over mountains',
])('“%s” is English, though other languages have its little words, too', (text) => {
  expect(detectLanguage(text)).toBe('en');
});

test.each([
  ['it', 'Un faro in riva al mare'],
  ['fr', 'Un phare sur la côte'],
  ['de', 'Ein Leuchtturm an der Küste'],
  ['es', 'Un faro en la costa al atardecer'],
  ['nl', 'Een fiets voor een muur'],
  ['pt', 'Um farol na costa ao entardecer'],
  ['sv', 'En cykel vid en vägg'],
])('%s is recognized from a prompt as short as “%s”', (languageCode, text) => {
  expect(detectLanguage(text)).toBe(languageCode);
});

test.each([
  'Summer sale. 50% off everything. Shop now at acme.com.',
  'Stop guessing. Start growing. Try Acme free. Visit acme.com.',
  'Hi! Welcome to Acme.',
  'Hi guys! Quick tip: drink more water.',
  'No sugar. No additives. No compromise. Just fruit.',
  'Vote yes. No excuses.',
  'Learn Spanish in ten days.',
  'Buy one, get one free!',
  'Men, start here.',
  'Visit Los Angeles.',
  'What’s new? Acme Pro. It’s fast.',
  'Rock’n’roll never dies.',
  'Café Luna. Open late.',
])('“%s” is English, though it has a word or two of another language', (text) => {
  expect(detectLanguage(text)).toBe('en');
});

test.each([
  'Write to und.nicht@acme.de today.',
  'Order from https://shop.acme.de/und/nicht today.',
  'Order from www.und-nicht.de today.',
  'Follow @und_nicht and @der_die_das.',
  'Great coffee. #und #nicht #der',
])('“%s” is English, because addresses, accounts and hashtags do not count', (text) => {
  expect(detectLanguage(text)).toBe('en');
});

test.each([
  ['es', 'Compra ahora y ahorra.'],
  ['es', 'Hoy no hay excusas.'],
  ['fr', 'Sans sucre. Sans additifs. Que des fruits.'],
  ['fr', 'C’est l’été !'],
  ['de', 'Ich liebe dich.'],
  ['de', 'Die Mauer fällt.'],
  ['de', 'Guten Morgen und willkommen!'],
  ['de', 'Jetzt bei acme.de bestellen.'],
  ['it', 'Il caffè della mattina.'],
  ['pt', 'Não perca tempo.'],
  ['nl', 'Ik hou van jou.'],
  ['pl', 'Naucz się hiszpańskiego w dziesięć dni.'],
  ['sv', 'Jag älskar dig.'],
  ['da', 'Køb nu og spar.'],
  ['nb', 'Jeg elsker deg.'],
  ['fi', 'Minä rakastan sinua.'],
  ['cs', 'Nauč se španělsky za deset dní.'],
  ['ro', 'Bună ziua și bine ați venit.'],
  ['hu', 'Ez egy ház.'],
  ['id', 'Tidak ada gula.'],
  ['tr', 'Bu çok iyi.'],
  ['vi', 'Tôi yêu em.'],
  ['ca', 'És molt gran.'],
])('%s is recognized from a sentence as short as “%s”', (languageCode, text) => {
  expect(detectLanguage(text)).toBe(languageCode);
});

test.each([
  ...['Der Hund bellt.', 'Die Sonne scheint.', 'Wir bauen Zukunft.', 'Ein neuer Tag. Ein neuer Anfang.'].map(
    (text) => ['de', text],
  ),
  ...['Das Meer. Das Licht. Das Leben.', 'Ein Hund am Strand'].map((text) => ['de', text]),
  ...['Une ville. Une nuit. Une histoire.', 'Paris, je t’aime.'].map((text) => ['fr', text]),
  ...['El gato duerme.', 'Un nuevo comienzo.', 'Una ciudad. Una noche. Una historia.'].map((text) => [
    'es',
    text,
  ]),
  ...['Het leven is mooi.', 'Geen suiker. Alleen fruit.', 'Een nieuw begin.'].map((text) => ['nl', text]),
  ['it', 'Non fermarti.'],
  ['pt', 'A vida é bela.'],
  ['sv', 'Ett nytt hem. Ett nytt liv.'],
])('a short sentence without other letters is %s: “%s”', (languageCode = '', text = '') => {
  expect(detectLanguage(text)).toBe(languageCode);
});
