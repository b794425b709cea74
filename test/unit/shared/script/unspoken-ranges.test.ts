import { expect, test } from 'vitest';
import { cutScript } from '../../../../src-shared/script/cut-script.ts';
import { unspokenRanges } from '../../../../src-shared/script/read-blocks.ts';

const script = [
  'Gulls <!-- slow --> own the quay.',
  '![a pier](pier.jpg) See [the market](https://example.org/a) at <b>seven</b>.',
  'Fish < 5 kg [stay] here. <!-- [x](y) -->',
].join('\n');

test('unspoken parts of a script are given by their places, and the scenes say the rest', () => {
  const ranges = unspokenRanges(script);
  expect(ranges.map(({ start, end }) => script.slice(start, end))).toEqual([
    '<!-- slow -->',
    '![a pier](pier.jpg)',
    '(https://example.org/a)',
    '<b>',
    '</b>',
    '<!-- [x](y) -->',
  ]);
  const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const left = ranges.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), script);
  const plan = cutScript(script, { pacing: 'MEDIUM', languageCode: 'en', maxScenes: 100 });
  expect(letters((plan?.scenes ?? []).map(({ text }) => text).join(' '))).toBe(letters(left));
});

test('a run of letters without a space is cut between two letters, with their marks', () => {
  const script = `${'a'.repeat(99)}q\u0323\u0302\u031B${'b'.repeat(97)}`;
  const plan = cutScript(script, { pacing: 'FAST', languageCode: 'en', maxScenes: 100 });
  const texts = plan?.scenes.map(({ text }) => text) ?? [];
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.filter((text) => /^\p{M}/u.test(text))).toEqual([]);
});

test('letters that end in marks alone are not cut', () => {
  for (const mark of ['\u0323', '\u064B', '\u{1E8D0}']) {
    const script = 'b'.repeat(200) + mark.repeat(420);
    const plan = cutScript(script, { pacing: 'FAST', languageCode: 'en', maxScenes: 100 });
    expect(plan?.scenes.length).toBeGreaterThan(0);
  }
});
