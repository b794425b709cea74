import { expect, test } from 'vitest';
import { readMotionPrompt } from '../../../../src-media/clips/motion/read-motion-prompt.ts';

test.each([
  ['Create a bold title that says "The Future of Energy"', { kind: 'title', text: 'The Future of Energy' }],
  ['The Future of Energy', { kind: 'title', text: 'The Future of Energy', label: null }],
  ['Title "Summer Sale" "Half price"', { kind: 'title', text: 'Summer Sale', label: 'Half price' }],
  ['Lower third for "Maya Li" "Chemist"', { kind: 'lowerThird', text: 'Maya Li', label: 'Chemist' }],
  ['Lower third: name tag for Maya Li, Chemist', { kind: 'lowerThird', text: 'Maya Li', label: 'Chemist' }],
  ['Lower third: Maya Li', { kind: 'lowerThird', text: 'Maya Li', label: null }],
  ['Lower third: Maya Li, chemist', { kind: 'lowerThird', text: 'Maya Li', label: 'chemist' }],
  ['Title: The Future of Energy', { kind: 'title', text: 'The Future of Energy' }],
  ['Callout: New battery', { kind: 'callout', text: 'New battery' }],
  ['Lower third: "Maya Li", chemist', { kind: 'lowerThird', text: 'Maya Li', label: 'chemist' }],
  ['Lower third "Maya Li", in blue', { kind: 'lowerThird', text: 'Maya Li', label: null }],
  ['Callout arrow: "New battery"', { kind: 'callout', text: 'New battery' }],
  [
    'Quote "The best way out is always through" said Robert Frost',
    { kind: 'quote', speaker: 'Robert Frost' },
  ],
])('%s', (prompt, content) => {
  expect(readMotionPrompt(prompt, false)).toMatchObject(content);
});

test('a share is counted up with what it is of', () => {
  const content = readMotionPrompt('87% of customers would recommend us, count up', false);
  const figure = { value: 87, after: '%', share: 0.87, caption: 'Of customers would recommend us' };
  expect(content).toMatchObject({ kind: 'counter', figure });
});

test('numbers with labels become a chart of the kind that is named', () => {
  const bars = readMotionPrompt('Bar chart of revenue: Q1 $12k, Q2 $18k, Q3 $9.5k', false);
  expect(bars).toMatchObject({
    kind: 'chart',
    shape: 'bars',
    title: 'Revenue',
    points: [
      { label: 'Q1', value: 12_000, written: '$12k' },
      { label: 'Q2', value: 18_000, written: '$18k' },
      { label: 'Q3', value: 9_500, written: '$9.5k' },
    ],
  });
  const line = readMotionPrompt('Line chart of users: 2020 5, 2021 8', false);
  expect(line).toMatchObject({ shape: 'line', points: [{ label: '2020', value: 5 }, { label: '2021' }] });
});

test('things that are counted up become a list', () => {
  const content = readMotionPrompt('Three tips for sleep: dim the lights, cool the room, no screens', false);
  expect(content).toMatchObject({
    kind: 'list',
    title: 'Three tips for sleep',
    items: ['Dim the lights', 'Cool the room', 'No screens'],
  });
});

test('a logo needs an image to be revealed', () => {
  expect(readMotionPrompt('Logo reveal "Northwind"', true)).toEqual({ kind: 'logo', text: 'Northwind' });
  expect(readMotionPrompt('Logo reveal "Northwind"', false)).toMatchObject({ kind: 'title' });
});
