import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeScene } from '../../../../src-media/pictures/content/analyze-scene.ts';
import { keyPhrase } from '../../../../src-media/pictures/content/key-phrase.ts';
import type { SceneMessage } from '../../../../src-media/pictures/content/scene-content.ts';

function analyze(
  text: string,
  languageCode = 'en',
  wish: { sceneIndex?: number; isHeading?: boolean; projectTitle?: string } = {},
) {
  const { sceneIndex = 1, isHeading = false, projectTitle = 'A film' } = wish;
  return analyzeScene({
    scene: { text, isHeading, startsParagraph: true },
    sceneIndex,
    projectTitle,
    languageCode,
  });
}

function message(text: string, languageCode = 'en'): SceneMessage {
  return analyze(text, languageCode).message;
}

function figure(text: string, languageCode = 'en') {
  const found = message(text, languageCode);
  return found.kind === 'figure' ? found.figure : null;
}

describe('the content of a scene', () => {
  it('is the title of the film in the first scene, and the heading where the script begins with one', () => {
    expect(
      analyze('It began at sea.', 'en', { sceneIndex: 0, projectTitle: 'The Living Ocean' }).message,
    ).toEqual({ kind: 'title', text: 'The Living Ocean' });
    expect(analyze('Chapter of storms', 'en', { sceneIndex: 0, isHeading: true }).message).toEqual({
      kind: 'title',
      text: 'Chapter of storms',
    });
  });

  it('is a whole phrase of the first scene where the title was cut', () => {
    const { message: title } = analyze('The sea covers the earth and nobody knows its depth at all.', 'en', {
      sceneIndex: 0,
      projectTitle: 'The sea covers the earth and nob…',
    });
    expect(title).toEqual({ kind: 'title', text: 'The sea covers the earth' });
  });

  it('is the heading itself for headings', () => {
    expect(analyze('into the deep.', 'en', { isHeading: true }).message).toEqual({
      kind: 'heading',
      text: 'Into the deep',
    });
  });

  it('is a percentage with the words around it', () => {
    expect(figure('The ocean covers more than 70% of our planet.')).toEqual({
      text: '70%',
      sort: 'share',
      share: 0.7,
      lead: 'The ocean covers more than',
      tail: 'of our planet',
    });
    expect(figure('Más del 12,5 % de la población', 'es')?.share).toBe(0.125);
    expect(figure('Fast 40 Prozent der Fläche', 'de')?.share).toBe(0.4);
    expect(figure('地球の表面の70%を覆っています。', 'ja')?.text).toBe('70%');
    expect(figure('Sales rose 250 percent.')?.share).toBeNull();
  });

  it('is money, an amount or a year as written', () => {
    expect(figure('It made $4.5 billion last year.')?.text).toBe('$4.5 billion');
    expect(figure('Das kostet 20 Euro im Monat.', 'de')?.text).toBe('20 Euro');
    expect(figure('We drink 2 billion cups.')?.text).toBe('2 billion');
    expect(figure('There are 8,849 ways up.')?.text).toBe('8,849');
    expect(figure('In 1969, two humans walked on the Moon.')).toMatchObject({
      text: '1969',
      sort: 'year',
      lead: null,
      tail: 'Two humans walked on the Moon',
    });
    expect(figure('人口は1億人です。', 'ja')?.text).toBe('1億人');
  });

  it('says nothing of the next sentence, and enough of its own', () => {
    expect(figure('The lighthouse, built in 1862. The fish market opens at six.')).toMatchObject({
      text: '1862',
      lead: 'The lighthouse, built in',
      tail: null,
    });
  });

  it('is no number that is part of a name, a time or a small count', () => {
    for (const text of [
      'COVID-19 changed schools.',
      'H2O is water.',
      'Meet me at 5:30.',
      'There are 3 reasons.',
      'Version 2.0.1 is out.',
      'Take the A4 road.',
    ]) {
      expect(figure(text), text).toBeNull();
    }
  });

  it('is a quotation and who said it', () => {
    expect(message('“The sea, once it casts its spell, holds one forever,” wrote Jacques Cousteau.')).toEqual(
      {
        kind: 'quote',
        text: 'The sea, once it casts its spell, holds one forever',
        speaker: 'Jacques Cousteau',
      },
    );
    expect(message('Ada Lovelace said: "We may say most aptly that it weaves patterns."')).toMatchObject({
      kind: 'quote',
      speaker: 'Ada Lovelace',
    });
    expect(message('„Im Wald ist alles mit allem verbunden“, sagte Humboldt.', 'de')).toMatchObject({
      kind: 'quote',
      speaker: 'Humboldt',
    });
    expect(message('「海は人の心を映す鏡である」と書いた。', 'ja')).toMatchObject({
      kind: 'quote',
      text: '海は人の心を映す鏡である',
    });
    expect(message('He called it “progress”.').kind).toBe('statement');
  });

  it('is a question, in every kind of question mark', () => {
    expect(message('What lives down there?')).toEqual({ kind: 'question', text: 'What lives down there?' });
    expect(message('深海には何が住んでいますか？', 'ja').kind).toBe('question');
    expect(message('ماذا يعيش في أعماق البحار؟', 'ar').kind).toBe('question');
    expect(message('Τι ζει στα βάθη της θάλασσας;', 'el').kind).toBe('question');
    expect(message('He came; he saw.', 'en').kind).toBe('statement');
  });

  it('is a list of things, not of clauses', () => {
    const items = (text: string, language = 'en') => {
      const found = message(text, language);
      return found.kind === 'list' ? found.items.map((item) => item.text) : null;
    };
    expect(items('You need a good torch, warm gloves, a map and patience.')).toEqual([
      'Good torch',
      'Warm gloves',
      'Map',
      'Patience',
    ]);
    expect(items('Ein Wald braucht Licht, Wasser und Zeit.', 'de')).toEqual(['Licht', 'Wasser', 'Zeit']);
    expect(items('小麦粉、砂糖、卵を用意します。', 'ja')).toEqual(['小麦粉', '砂糖', '卵']);
    expect(items('The heart pumps the blood, the lungs take in the air, and the brain leads.')).toBeNull();
    expect(items('However, the rain and the wind came.')).toBeNull();
  });

  it('is a comparison of two sides', () => {
    expect(message('Coffee vs. tea: which is older?')).toMatchObject({
      kind: 'comparison',
      sides: [{ text: 'Coffee' }, { text: 'Tea' }],
    });
  });

  it('finds what can be drawn in seven languages', () => {
    const first = (text: string, language: string) => analyze(text, language).concepts[0]?.glyph;
    expect(first('The doctors met.', 'en')).toBe('stethoscope');
    expect(first('Las abejas vuelan.', 'es')).toBe('bug-beetle');
    expect(first('La musique est belle.', 'fr')).toBe('music-notes');
    expect(first('Der Bahnhof ist leer.', 'de')).toBe('train');
    expect(first('Il caffè è pronto.', 'it')).toBe('coffee');
    expect(first('O castelo antigo.', 'pt')).toBe('castle-turret');
    expect(first('猫が好きです。', 'ja')).toBe('cat');
    expect(first('We play volleyball.', 'en')).toBe('volleyball');
  });

  it('draws what the film is about rather than a commonplace', () => {
    const { concepts } = analyze('It happens all the time.', 'en', { projectTitle: 'The history of coffee' });
    expect(concepts[0]?.glyph).toBe('coffee');
  });
});

describe('the key phrase', () => {
  const phrase = (text: string, language = 'en') => keyPhrase(text, language, new Set());

  it('is a short sentence whole', () => {
    expect(phrase('The ocean never sleeps.')).toBe('The ocean never sleeps');
    expect(phrase('We dream of stars.')).toBe('We dream of stars');
  });

  it('is a part with sense at both ends of a long one', () => {
    expect(
      phrase('Small teams make better decisions because everyone hears the same story at the same time.'),
    ).toBe('Small teams make better decisions');
    expect(phrase('Der Wald ist das größte Kohlenstofflager auf dem europäischen Kontinent.', 'de')).toBe(
      'Der Wald ist das größte Kohlenstofflager',
    );
  });

  it('is a whole clause or nothing where the language is not known', () => {
    expect(phrase('بحر هادئ', 'ar')).toBe('بحر هادئ');
    expect(phrase('يغطي المحيط أكثر من سبعين بالمئة من سطح كوكبنا الأزرق الجميل', 'ar')).toBeNull();
  });

  it('stands word for word in the text and is short, whatever the text', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 40 }), fc.constantFrom('en', 'de', 'fr', 'xx'), (text, language) => {
        const found = phrase(text, language);
        if (found === null) return;
        expect(text.replace(/\s+/g, ' ').toLowerCase()).toContain(found.toLowerCase());
        expect(
          ` ${text
            .replace(/[^\p{L}\s]/gu, ' ')
            .replace(/\s+/g, ' ')
            .toLowerCase()} `,
        ).toContain(` ${found.toLowerCase()} `);
        expect(found.length).toBeLessThanOrEqual(48);
      }),
    );
  });
});
