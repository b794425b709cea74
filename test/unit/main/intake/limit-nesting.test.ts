import { expect, test } from 'vitest';
import { narrationOfMarkdown } from '../../../../src-main/intake/narration-of-markdown.ts';

const count = 10_000;

test.for([
  ['quotes', `${'>'.repeat(count)} Gulls circle.`],
  ['quotes with spaces', `${'> '.repeat(count)}Gulls circle.`],
  ['lists', `${'- '.repeat(count)}Gulls circle.`],
  ['quotes in lists', `${'- > '.repeat(count)}Gulls circle.`],
  [
    'lists over lines',
    `${Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth * 2)}- `).join('\n')}Gulls circle.`,
  ],
  ['strong words', `${'*'.repeat(count)}Gulls circle.${'*'.repeat(count)}`],
  ['emphasis that alternates', `${'_*'.repeat(count)}Gulls circle.${'*_'.repeat(count)}`],
] as const)('of %s ten thousand deep only the words are spoken', ([, markdown]) => {
  expect(
    narrationOfMarkdown(markdown)
      .replaceAll(/[*_\s]+/g, ' ')
      .trim(),
  ).toBe('Gulls circle.');
});

test('ten thousand brackets and pictures in one another leave the words', () => {
  expect(narrationOfMarkdown(`${'['.repeat(count)}Gulls`)).toContain('Gulls');
  expect(narrationOfMarkdown(`${'!['.repeat(count)}a${'](b)'.repeat(count)}\n\nGulls`)).toContain('Gulls');
});

test('ten thousand links without their ends leave the words', () => {
  for (const link of ['[a](', '![a]('])
    expect(narrationOfMarkdown(`${link.repeat(count)}\n\nGulls`)).toMatch(/\n\nGulls$/);
});

test('a long list keeps its emphasis, and lists of usual depth their numbers', () => {
  const list = Array.from({ length: 2_000 }, (_, index) => `- **Gull** ${String(index)}`).join('\n');
  expect(narrationOfMarkdown(list)).not.toContain('*');
  expect(narrationOfMarkdown('- a\n  - b\n\n    9. November\n\n> > deep')).toBe('a\nb\n9. November\n\ndeep');
});
