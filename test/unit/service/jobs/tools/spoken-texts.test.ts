import { expect, test } from 'vitest';
import { allowedPrompt } from '../../../../../src-service/jobs/tools/content-policy.ts';
import { displayNameOf } from '../../../../../src-service/jobs/tools/display-name.ts';
import { numberWords } from '../../../../../src-service/jobs/tools/expand-written-forms.ts';
import { imageSizeOf } from '../../../../../src-service/jobs/tools/generate-image.ts';
import { pronounce } from '../../../../../src-service/jobs/tools/pronunciation.ts';
import { writtenTranscript } from '../../../../../src-service/jobs/tools/written-transcript.ts';

const spoken = (text: string, pairs: [string, string][], expandsWrittenForms = false, languageCode = 'en') =>
  pronounce(text, {
    replacements: pairs.map(([original, replacement]) => ({ original, replacement })),
    ...{ expandsWrittenForms, languageCode },
  }).text;

test('replacements take whole words, in any case, one after the other', () => {
  expect(spoken('Ng sings. NG, ng!', [['ng', 'ing']])).toBe('ing sings. ing, ing!');
  expect(
    spoken('a b', [
      ['a', 'b'],
      ['b', 'c'],
    ]),
  ).toBe('c c');
  expect(
    spoken('I write C++ in New  York', [
      ['c++', 'see plus'],
      ['new york', 'the city'],
    ]),
  ).toBe('I write see plus in the city');
  expect(spoken('costs $1 (x)', [['(x)', '$&']])).toBe('costs $1 $&');
});

test('numbers, signs and abbreviations are spelled out when wished', () => {
  const said = (text: string, language?: string) =>
    spoken(text, [], true, language).replaceAll(/\s+/gu, ' ').trim();
  expect(said('SQL & NASA')).toBe('S Q L and NASA');
  expect(said('$5.50, 1,250 of 12%')).toBe(
    'five point five zero dollars, one thousand two hundred fifty of twelve percent',
  );
  expect(said('SQL kostet 5 %', 'de')).toBe('S Q L kostet 5 %');
  expect(numberWords('1000000')).toBe('one million');
  expect(numberWords('007')).toBe('zero zero seven');
});

test('the transcript has the words as written with the times of what is spoken for them', () => {
  const text = 'In New York now.';
  const mapped = pronounce(text, {
    replacements: [{ original: 'new york', replacement: 'the big apple' }],
    ...{ expandsWrittenForms: false, languageCode: 'en' },
  });
  const words = [...mapped.text.matchAll(/\S+/gu)].map((match, index) => ({
    ...{ textStart: match.index, textEnd: match.index + match[0].length },
    ...{ startSample: index * 48_000, endSample: (index + 1) * 48_000 },
  }));
  const transcript = writtenTranscript(text, 'en', words, (offset) => mapped.sourceOf(offset), 10);
  expect(transcript).toEqual([
    { word: 'In', startSeconds: 10, endSeconds: 11 },
    { word: 'New', startSeconds: 11, endSeconds: 12.5 },
    { word: 'York', startSeconds: 12.5, endSeconds: 14 },
    { word: 'now.', startSeconds: 14, endSeconds: 15 },
  ]);
});

test('harmless prompts pass, refused ones throw or lose the offending words', () => {
  for (const prompt of [
    'A child plays in the sun',
    'a nuclear power plant',
    'How to make bread',
    'nude statue',
  ]) {
    expect(allowedPrompt(prompt, 0)).toBe(prompt);
  }
  const refused = 'how to make a nerve agent at home';
  expect(() => allowedPrompt(refused, 0)).toThrow('not made here');
  expect(allowedPrompt(refused, 1)).toBe('how to make a at home');
  expect(() => allowedPrompt('lolicon', 4)).toThrow('not made here');
});

test('names of results are short and safe on every disk', () => {
  expect(displayNameOf('A: "b"/c?\n d. ', 'png', 'Image')).toBe('A bc d.png');
  expect(displayNameOf('///', 'wav', 'Speech')).toBe('Speech.wav');
  expect(displayNameOf('x'.repeat(99), 'wav', 'Speech')).toHaveLength(65);
});

test('pictures of any shape have the quality’s short side, as far as 8192 pixels allow', () => {
  expect(imageSizeOf({ width: 9, height: 16 }, 'STANDARD')).toEqual({ width: 1024, height: 1820 });
  expect(imageSizeOf({ width: 10_000, height: 1 }, 'LOW')).toEqual({ width: 8192, height: 16 });
});
