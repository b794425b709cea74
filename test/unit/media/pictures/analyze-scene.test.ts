import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeScene } from '../../../../src-media/pictures/content/analyze-scene.ts';
import { freshGlyph } from '../../../../src-media/pictures/content/fresh-glyph.ts';
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

  it('is the title again for a scene without words', () => {
    expect(analyze('', 'en', { projectTitle: 'Narration' }).message).toEqual({
      kind: 'heading',
      text: 'Narration',
    });
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
      years: [],
      trend: null,
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

  it('is the way that a number went, which is no share of a whole', () => {
    expect(figure('Revenue rose 18% last year.')).toMatchObject({ text: '18%', trend: 'up', share: null });
    expect(figure('The price fell by 60 percent.')).toMatchObject({ trend: 'down', share: null });
    expect(figure('A roof covers a third of the need.')?.share).toBeCloseTo(1 / 3);
  });

  it('is a date, and all years of a sentence', () => {
    expect(figure('The plant opened on 4 March 2026.')).toMatchObject({ text: '4 March 2026', sort: 'date' });
    expect(figure('Am 3. Oktober 1990 war es so weit.', 'de')?.text).toBe('3. Oktober 1990');
    expect(figure('It was built from 1771 to 1859.')?.years).toEqual([1771, 1859]);
  });

  it('is the whole of a sentence, with its strongest phrase large where it is long', () => {
    expect(message('Farmers feared that the water would drain away through their meadows.')).toMatchObject({
      text: 'Farmers feared that the water would drain away through their meadows',
      lead: null,
      tail: null,
    });
    const long = 'For many centuries the valley had no road at all, and everything travelled slowly by mule.';
    const { text, lead, tail } = message(long) as Extract<SceneMessage, { kind: 'statement' }>;
    const shown = [lead, text, tail].filter((part) => part !== null).join(' ');
    expect(shown.replace(/[,.]/g, '').toLowerCase()).toBe(long.replace(/[,.]/g, '').toLowerCase());
  });
});

describe('the thing that a scene shows', () => {
  const first = (text: string, language = 'en') => analyze(text, language).glyphs[0] ?? null;

  it('is one that the words name in seven languages', () => {
    expect(first('Two doctors met.')).toBe('woman-health-worker');
    expect(first('La guitare est belle.', 'fr')).toBe('guitar');
    expect(first('Der Bahnhof ist leer.', 'de')).toBe('station');
    expect(first('O castelo antigo.', 'pt')).toBe('castle');
    expect(first('猫が好きです。', 'ja')).toBe('cat');
    expect(first('El perro duerme.', 'es')).toBe('dog');
    expect(first('La bicicletta rossa.', 'it')).toBe('bicycle');
  });

  it.each([
    ['a verb', 'Rents rose in the city.'],
    ['a verb in -s', 'The company ships furniture to Spain.'],
    ['a word that describes the next one', 'They sell diamond saws.'],
    ['what only belongs to something else', 'The price of coal and the gallery of a castle matter.'],
    ['a name', 'The report by Apple is out.'],
    ['a name at the start', 'Apple picks its suppliers with care.'],
    ['a figure of speech', 'The train of thought was lost.'],
    ['the key to something', 'The key to success is patience.'],
    ['a word with another meaning', 'The coach told the players to rest.'],
    ['what is absent', 'They came without a dog.'],
    ['what is only compared', 'It looks like a camel.'],
  ])('is not %s', (_kind, text) => {
    expect(first(text)).toBeNull();
  });

  it('is a noun that is also a verb, and one without an article that takes none', () => {
    expect(first('She picked a rose.')).toBe('rose');
    expect(first('The first boat arrived.')).toBe('sailboat');
    expect(first('Coffee is the second most traded good.')).toBe('hot-beverage');
  });

  it('is nothing that is absent or only describes in other languages', () => {
    expect(first('Sie kamen ohne Hund.', 'de')).toBeNull();
    expect(first('箱は猫の形をしています。', 'ja')).toBeNull();
  });

  it('is not shown again in the next four scenes', () => {
    const scene = (text: string) => ({ text, isHeading: false, startsParagraph: false });
    const texts = [
      'The film.',
      'A dog barked.',
      'The dog ran.',
      'A dog and a cat slept.',
      'It rained.',
      'Nothing.',
      'A dog sat.',
    ];
    const shown = texts.map((text, sceneIndex) => {
      const request = { scene: scene(text), sceneIndex, projectTitle: 'A film', languageCode: 'en' };
      const previousScenes = texts.slice(0, sceneIndex).map(scene);
      return freshGlyph({ ...request, previousScenes }, analyzeScene(request).glyphs);
    });
    expect(shown).toEqual([null, 'dog', null, 'cat', null, null, null]);
  });
});

describe('the key phrase', () => {
  const phrase = (text: string, language = 'en') => keyPhrase(text, language);

  it('is a short sentence whole', () => {
    expect(phrase('The ocean never sleeps.')).toBe('The ocean never sleeps');
    expect(phrase('We dream of stars.')).toBe('We dream of stars');
  });

  it('is a part with sense at both ends of a long one', () => {
    expect(
      phrase('Small teams make better decisions because everyone hears the same story at the same time.'),
    ).toBe('Small teams make better decisions');
    expect(phrase('Der Wald schläft, und niemand sieht die Tiere auf dem Kontinent.', 'de')).toBe(
      'Der Wald schläft',
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
