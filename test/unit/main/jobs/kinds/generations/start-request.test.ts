import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ratioOfName, titleOfText } from '../../../../../../src-main/jobs/kinds/generations/start-request.ts';

test.each([
  ['# Harbour lights\n\nThe harbour wakes.', 'Harbour lights'],
  ['  \n One   line\twith  gaps ', 'One line with gaps'],
  [
    'A first sentence that is a good deal longer than any title should ever be.',
    'A first sentence that is a good deal longer than any title…',
  ],
  ['ä'.repeat(80), `${'ä'.repeat(59)}…`],
])('the title of %j is its first words', (script, title) => {
  expect(titleOfText(script)).toBe(title);
});

test('no title is longer than sixty characters or cuts one in half', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (script) => {
      const title = titleOfText(script);
      expect([...title].length).toBeLessThanOrEqual(60);
      expect(title.isWellFormed()).toBe(true);
    }),
  );
});

test('the name of a ratio is its two numbers', () => {
  expect(ratioOfName('4:5')).toEqual({ width: 4, height: 5 });
});
