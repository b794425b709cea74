import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MediaError } from '../../../../src-media/media-error.ts';
import { planScript } from '../../../../src-media/text/plan-script.ts';
import type { ScriptPlan } from '../../../../src-shared/script/cut-script.ts';
import { estimateSpeechSeconds } from '../../../../src-shared/script/estimate-speech.ts';

const article = `# How bees find home

Bees travel up to ten kilometres from their hive, and they always come back. How? They use the sun, the smell of
flowers, and *landmarks*.

What you need:

- A hive
- **Patience** and [sugar](https://example.com)

The dance

Dr. Karl von Frisch decoded it in 1944. He left the U.S. The end came later!`;

function plan(script: string, options: Partial<Parameters<typeof planScript>[1]> = {}): ScriptPlan {
  return planScript(script, { pacing: 'MEDIUM', languageCode: null, maxScenes: 500, ...options });
}

function texts(script: string, options: Partial<Parameters<typeof planScript>[1]> = {}): string[] {
  return plan(script, options).scenes.map((scene) => scene.text);
}

/** Returns letters and digits in order, which is all that a voice speaks. */
function letters(text: string): string {
  return (text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]/gu) ?? []).join('');
}

describe('planScript', () => {
  test('headings, marked or standing alone, are scenes of their own and are not joined with text', () => {
    const headings = plan(article).scenes.filter((scene) => scene.isHeading);
    expect(headings.map((scene) => scene.text)).toEqual(['How bees find home', 'The dance']);
  });

  test('bullets and marks of Markdown are not spoken', () => {
    expect(texts(article).join(' ')).not.toMatch(/[#*[\]]|https|^- /u);
    expect(texts(article)).toContain('A hive\nPatience and sugar');
  });

  test('numbers of a numbered list are spoken, and do not stand alone', () => {
    expect(texts('1. Eat well.\n2. Sleep more.\n3. Walk to work every single day.')).toEqual([
      '1. Eat well. 2. Sleep more. 3. Walk to work every single day.',
    ]);
  });

  test('lines wrapped by an editor are put together, also in the middle of a sentence', () => {
    expect(texts(article).some((text) => text.includes('smell of flowers'))).toBe(true);
  });

  test('the first scene of each paragraph says so', () => {
    const starts = plan(article).scenes.filter((scene) => scene.startsParagraph);
    expect(starts.map((scene) => scene.text.slice(0, 8))).toEqual([
      'How bees',
      'Bees tra',
      'What you',
      'A hive\nP',
      'The danc',
      'Dr. Karl',
    ]);
  });

  test('the title is the first heading, else the first words, whole and at most 60 characters', () => {
    expect(plan(article).title).toBe('How bees find home');
    const long = plan(`${'word '.repeat(40)}end.`).title;
    expect(long.length).toBeLessThanOrEqual(60);
    expect(long).toMatch(/^(word )+word…$/u);
  });

  test.each([
    ['FAST', 2, 4],
    ['MEDIUM', 4, 8],
    ['SLOW', 8, 14],
  ] as const)('with %s pacing most scenes last from %i to %i seconds', (pacing, shortest, longest) => {
    const sentences = Array.from(
      { length: 60 },
      (_, index) =>
        `${['The bee flies home', 'It rests', 'Nobody knows the way as well as it does'][index % 3]}.`,
    );
    const seconds = texts(sentences.join(' '), { pacing }).map(estimateSpeechSeconds);
    const inRange = seconds.filter((length) => length >= shortest * 0.85 && length <= longest * 1.15);
    expect(inRange.length / seconds.length).toBeGreaterThan(0.9);
  });

  test('a sentence is cut only when it is far too long for the pacing, and then at its clauses', () => {
    const sentence =
      'He won the prize together with Konrad and Nikolaas, who had worked on the behaviour of geese, of fish and of gulls, and who had argued for years that instinct is worth a look.';
    expect(texts(sentence, { pacing: 'SLOW' })).toEqual([sentence]);
    const cut = texts(sentence, { pacing: 'FAST' });
    expect(cut.length).toBeGreaterThan(2);
    expect(cut.join(' ')).toBe(sentence);
    expect(cut.slice(0, -1).filter((text) => text.endsWith(',')).length).toBeGreaterThan(0);
  });

  test('dictated text without any punctuation is cut between words, before joining words where there are some', () => {
    const dictated =
      'so today i want to talk about how we make coffee at home because most people think it is hard but it really is not you need good beans you need a grinder and you need water that is not boiling then you wait four minutes';
    const scenes = texts(dictated);
    expect(scenes.join(' ')).toBe(dictated);
    expect(scenes.length).toBeGreaterThan(1);
    expect(scenes.slice(1).some((text) => /^(but|because|and)\b/u.test(text))).toBe(true);
  });

  test('letters without end are cut too, so that no scene lasts for hours', () => {
    const scenes = texts('a'.repeat(20_000));
    expect(scenes.join('')).toBe('a'.repeat(20_000));
    expect(Math.max(...scenes.map(estimateSpeechSeconds))).toBeLessThan(15);
  });

  test('no more scenes are made than allowed, and nothing is lost by it', () => {
    const many = texts(article, { pacing: 'FAST' });
    const few = texts(article, { pacing: 'FAST', maxScenes: 3 });
    expect(few).toHaveLength(3);
    expect(letters(few.join(''))).toBe(letters(many.join('')));
    expect(texts(article, { maxScenes: 1 })).toHaveLength(1);
  });

  test.each(['🎉🎉 !!!', '---\n***\n', ' \n\t', '…'])('%j has nothing to speak', (script) => {
    expect(() => plan(script)).toThrow(expect.objectContaining({ code: 'nothing_to_speak' }) as MediaError);
  });

  test('emoji stay with the words before them', () => {
    expect(texts('Well done! 🎉 See you. 🎉🎉')).toEqual(['Well done! 🎉 See you. 🎉🎉']);
  });

  test('Chinese and Japanese sentences are not given spaces', () => {
    expect(texts('今天天气很好！我们去公园吧。', { pacing: 'SLOW' })).toEqual([
      '今天天气很好！我们去公园吧。',
    ]);
  });

  test('a language that is asked for is used as it is; nonsense counts as English', () => {
    expect(plan('Hola amigos.', { languageCode: 'pt_br' }).languageCode).toBe('pt-BR');
    expect(plan('Hola amigos.', { languageCode: '!!' }).languageCode).toBe('en');
  });

  test('every letter is in exactly one scene, in order, whatever is written', () => {
    const word = fc.constantFrom(
      'bee',
      'Honey',
      'Dr.',
      '3.5',
      '東京',
      'です。',
      'مرحبا',
      '…',
      'U.S.',
      '"So',
      'what?"',
      'é',
      '1.',
      '🎉',
      '—',
      'नमस्ते।',
      'สวัสดี',
    );
    const space = fc.constantFrom(' ', ' ', ' ', '\n', '\n\n', ', ', '. ', '! ');
    const script = fc
      .array(fc.tuple(word, space), { minLength: 1, maxLength: 120 })
      .map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(
        script,
        fc.constantFrom('FAST', 'MEDIUM', 'SLOW'),
        fc.integer({ min: 1, max: 40 }),
        (text, pacing, maxScenes) => {
          fc.pre(/[\p{L}\p{N}]/u.test(text));
          const scenes = plan(text, { pacing, maxScenes }).scenes;
          expect(scenes.length).toBeLessThanOrEqual(maxScenes);
          expect(letters(scenes.map((scene) => scene.text).join(' '))).toBe(letters(text));
          expect(scenes.every((scene) => letters(scene.text) !== '')).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    ['paragraphs', 'a\n\n'],
    ['headings', '# a\n'],
    ['code marks', '`'],
    ['beginnings of pictures', '!['],
  ])('a script of nothing but %s takes no time that grows with the square of its length', (_name, piece) => {
    const { scenes } = plan(`${piece.repeat(150_000 / piece.length)} a`, { maxScenes: 100 });
    expect(scenes.length).toBeLessThanOrEqual(100);
  });

  test('a script of the greatest length is planned in a few seconds', () => {
    const script = 'The bee flies home and rests, while others dance. '.repeat(2_000);
    const startedAt = performance.now();
    expect(plan(script, { maxScenes: 300 }).scenes).toHaveLength(300);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});
