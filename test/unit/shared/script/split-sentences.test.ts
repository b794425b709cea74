import { describe, expect, test } from 'vitest';
import { splitSentences } from '../../../../src-shared/script/split-sentences.ts';

/** A bar separates sentences in the expected text. */
const cases: readonly (readonly [string, string])[] = [
  ['en', 'Dr. Smith went to Washington.| He paid $3.50, i.e. too much, to J. R. Tolkien.'],
  ['en', 'The U.S. Army was there.| He left the U.S.| The end came at 5 p.m.| Then he slept.'],
  [
    'en',
    'Mr. and Mrs. Lee live at 10 St. James St. in Washington, D.C.| Prices rose 2.5% in May.| The D.C. Circuit Court met.| He has a Ph.D.| Lee likes the U.S.A.| She is from D.C. too.',
  ],
  [
    'en',
    'They moved to the U.S.| Prices rose.| She left the U.K.| Farmers in the U.S. Midwest wait.| The U.S. Senate voted.| He likes the U.S.| Today, rain fell in L.A.| March was dry.| The D.C. Council met.| U.N. Secretary General Lee spoke.',
  ],
  // The Associated Press writes “7 a.m. Monday”.
  [
    'en',
    'It opens at 9 a.m. Monday.| He slept until 9 a.m.| Breakfast was cold.| We land at 5 p.m. Eastern time.',
  ],
  ['en', '"Really?" she asked.| Yes!| No... maybe.| Well...| Perhaps… not.'],
  ['en', 'Visit example.com today.| (He did.)| No. 5 is alive.| She said no.| Then Apple Inc. bought it.'],
  ['en', 'hello there.| this is a test.| we go on.'],
  [
    'de',
    'Am 3. August kam Herr Dr. Müller z.B. um 5 Uhr an.| „Wirklich?“ fragte er.| Das kostet 3,50 Euro usw.| Danach ging er.',
  ],
  ['es', '¿Qué tal?| ¡Muy bien!| El Sr. Pérez llegó a las 5 p.m. y comió.| Fin.'],
  ['fr', 'M. Dupont est là.| « Vraiment ? » dit-il.| Oui.'],
  ['ja', '今日は晴れです。|「行こう。」と彼は言った。|「はい！」|そうですか？|3.5キロ。'],
  ['zh', '今天天气很好！|我们去公园吧。|好吗？|好。'],
  ['ar', 'مرحبا بكم.| كيف حالك؟| أنا بخير!| شكرا.'],
  ['hi', 'नमस्ते।| आप कैसे हैं?| मैं ठीक हूँ।|यह अच्छा है।'],
  ['ru', 'А. С. Пушкин родился в 1799 г. в Москве.| Он писал стихи и т.д.| Потом уехал.'],
];

describe('splitSentences', () => {
  test.each(cases)('in %s cuts “%s” at the bars', (languageCode, expected) => {
    const passage = expected.replaceAll('|', '');
    const trimmed = (pieces: readonly string[]): string[] => pieces.map((piece) => piece.trim());
    expect(trimmed(splitSentences(passage, languageCode))).toEqual(trimmed(expected.split('|')));
  });

  test('the pieces joined are the passage', () => {
    const passage = 'One.  Two!   “Three?”  four';
    expect(splitSentences(passage, 'en').join('')).toBe(passage);
  });
});
