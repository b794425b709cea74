import { expect, test } from 'vitest';
import { generateText } from '../../../../src-media/text/generate-text.ts';

const story = `The old harbour was built in 1856 by the engineer Karl Ebner. It replaced a wooden pier that storms had
destroyed twice. Fishermen used it for almost a hundred years, because the water there is deep and calm. Today the
harbour holds about 240 sailing boats and two ferries. A lighthouse of 33 metres stands at its western end.`;

function generate(prompt: string, more: { system?: string; temperature?: number } = {}): string {
  return generateText({ prompt, system: '', temperature: 0, maxOutputTokens: 500, ...more });
}

test.each([
  ['When was the harbour built?', /1856/],
  ['How tall is the lighthouse?', /33 metres/],
  ['Why did fishermen use it?', /because/],
  ['Who built the harbour?', /Karl Ebner/],
])('%s is answered with a sentence of the text', (question, answer) => {
  expect(generate(`${story}\n\n${question}`)).toMatch(answer);
  expect(generate(`${question}\n\n${story}`)).toMatch(answer);
});

test('a question without a text is not answered by guessing', () => {
  expect(generate('What is the capital of France?')).toMatch(/can only be answered from a text/);
});

test('a list has as many items as were asked for', () => {
  const items = generate(`List 3 key points:\n${story}`).split('\n');
  expect(items).toHaveLength(3);
  expect(items.every((item) => /^- \S/.test(item))).toBe(true);
  expect(generate(`Give me two titles for this text:\n${story}`).split('\n')).toHaveLength(2);
});

test('every sentence of a summary is one of the text', () => {
  const sentences = generate(`Summarize in 2 sentences:\n\n${story}`).match(/[^.]+\./g) ?? [];
  expect(sentences).toHaveLength(2);
  for (const sentence of sentences) expect(story.replaceAll('\n', ' ')).toContain(sentence.trim());
});

test('a shorter text is shorter and a longer one longer', () => {
  expect(generate(`Make it shorter:\n\n${story}`).length).toBeLessThan(story.length * 0.6);
  expect(generate(`Make it longer:\n\n${story}`).length).toBeGreaterThan(story.length);
});

test('hashtags and key words are words of the text', () => {
  expect(generate(`3 hashtags for:\n\n${story}`)).toMatch(/^#KarlEbner #Harbour #\w+$/);
  expect(generate(`Extract 4 keywords:\n\n${story}`).split(', ')).toHaveLength(4);
});

test('a script has an opening, parts and a close about the topic', () => {
  const paragraphs = generate('Write a script with 4 parts about sourdough bread').split('\n\n');
  expect(paragraphs).toHaveLength(6);
  expect(paragraphs[0]).toContain('sourdough bread');
});

test('wishes about the text are no part of it', () => {
  const text = generate('Write a script about tea. Make it friendly. Do not use lists.');
  expect(text).not.toMatch(/friendly|lists/);
});

test('a script is written in the language asked for where there are phrases', () => {
  expect(generate('Write a script about café in Spanish')).toMatch(/^Hoy hablamos de café\./);
});

test('impossible requests are named', () => {
  expect(generate(`Translate to French:\n\n${story}`)).toMatch(/^Translating is not possible here/);
  expect(generate('Hello there')).toMatch(/^This request is not clear/);
});

test('wording varies between prompts only where the temperature allows it', () => {
  const topics = ['tea', 'bread', 'rain', 'maps', 'cats', 'snow'];
  const openings = (temperature: number) =>
    topics.map((topic) => generate(`Write a script about ${topic}`, { temperature }).split(topic)[0]);
  expect(new Set(openings(0)).size).toBe(1);
  expect(new Set(openings(1)).size).toBeGreaterThan(1);
});

test('an example in the prompt gives JSON its shape; what the text does not tell is null', () => {
  const shape = '{"headline": "", "points": [""], "rating": 5, "meta": {"language": ""}}';
  const value = JSON.parse(generate(`Answer with JSON like ${shape} for:\n\n${story}`));
  expect(value).toMatchObject({ rating: null, meta: { language: 'en' } });
  expect(value.points).toHaveLength(5);
});

test.each([
  ['(', 100_000],
  ['"x, ', 25_000],
  ['{"', 50_000],
  ['a ', 50_000],
  ['what? ', 16_000],
  ['- \n', 33_000],
])('a prompt of nothing but %j is read in a moment', (piece, count) => {
  const start = performance.now();
  generate(`json ${piece.repeat(count)}`);
  generate(piece.repeat(count));
  expect(performance.now() - start).toBeLessThan(1_500);
});
