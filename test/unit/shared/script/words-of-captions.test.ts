import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { cutScript } from '../../../../src-shared/script/cut-script.ts';
import { splitSentences } from '../../../../src-shared/script/split-sentences.ts';
import { unspokenOfCaptions, wordsOfCaptions } from '../../../../src-shared/script/words-of-captions.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../fakes/oracle-files.ts';

const options = { pacing: 'MEDIUM', languageCode: null, maxScenes: 100 } as const;

test('Captions as a script give their words, and the title is of them', async (context) => {
  const name = 'reports/script-is-captions/captions-as-script.txt';
  skipFor(reasonWithoutOracle(name), context);
  const plan = cutScript(await readFile(oraclePath(name), 'utf8'), options);
  expect(plan?.title).toBe('The gulls circle');
  expect(plan?.scenes.map(({ text }) => text).join(' ')).toBe('The gulls circle. The boat leaves.');
});

test('A sentence ends after D.C. before a capital', async (context) => {
  const name = 'reports/script-sentences/city-with-full-stops.txt';
  skipFor(reasonWithoutOracle(name), context);
  const text = (await readFile(oraclePath(name), 'utf8')).trim();
  expect(splitSentences(text, 'en').map((one) => one.trim())).toEqual([
    'Mr. and Mrs. Lee live at 10 St. James St. in Washington, D.C.',
    'Prices rose 2.5% in May.',
  ]);
});

test.for([
  [
    'SubRip',
    '1\n00:00:01,000 --> 00:00:02,000\nThe <i>gulls</i>\ncircle.\n\n2\n00:00:03,000 --> 00:00:04,000\n{\\an8}Go.',
    'The gulls circle. Go.',
  ],
  [
    'SubRip with other line ends and times',
    '\ufeff1\r\n0:00:01.5 --> 0:00:02\r\nThe gulls circle.\r\n\r\n2\r\n00:00:03:000 --> 00:00:04:000\r\nGo.',
    'The gulls circle. Go.',
  ],
  [
    'WebVTT',
    'WEBVTT - Title\nKind: captions\n\nNOTE of the\neditor\n\nintro\n00:01.000 --> 00:02.000 line:0\n<v Ada>The gulls circle.\n\nSTYLE\n::cue {}\n\n00:03.000 --> 00:04.000\nGo.',
    'The gulls circle. Go.',
  ],
  [
    'WebVTT that rolls up',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nThe<00:01.500><c> gulls</c>\n\n00:02.000 --> 00:03.000\nThe gulls\ncircle.',
    'The gulls circle.',
  ],
  [
    'Chinese',
    '1\n00:00:01,000 --> 00:00:02,000\n海鸥\n\n2\n00:00:03,000 --> 00:00:04,000\n盘旋。',
    '海鸥盘旋。',
  ],
  ['numbers that are words', '1\n00:00:01,000 --> 00:00:02,000\n1984\n', '1984'],
] as const)('The words of %s are read', ([, text, words]) => {
  expect(wordsOfCaptions(text)).toBe(words);
});

test('The unspoken parts of captions are given by their places', () => {
  const text =
    '1\r\n00:01,000 --> 00:02,000\r\nThe <i>gulls</i>\r\n\r\n2\r\n00:02,000 --> 00:03,000\r\nThe gulls\r\ncircle.';
  expect(unspokenOfCaptions(text)?.map(({ start, end }) => text.slice(start, end))).toEqual([
    '1',
    '00:01,000 --> 00:02,000',
    '<i>',
    '</i>',
    '2',
    '00:02,000 --> 00:03,000',
    'The gulls',
  ]);
  expect(unspokenOfCaptions('The gulls circle.')).toBeNull();
});

test('A script that only mentions times of captions is no captions', () => {
  for (const text of [
    'Write it so:\n\n00:00:01,000 --> 00:00:02,000\nHello.',
    'WEBVTT is a format.',
    '1\nOne',
    '',
  ])
    expect(wordsOfCaptions(text)).toBeNull();
});

test.for([
  ['INT. BOATHOUSE - NIGHT\n\nAda sleeps. The wind howls.', 'INT. BOATHOUSE - NIGHT'],
  ['EXT. PIER\nGulls circle.', 'EXT. PIER'],
  ['INT./EXT. CAR - DAY\n\nShe drives.', 'INT./EXT. CAR - DAY'],
  ['# Mr. Lee comes. He goes\n\nText.', 'Mr. Lee comes. He goes'],
  ['The pier is quiet. Gulls circle.', 'The pier is quiet'],
] as const)('The title of “%s” does not end at its first full stop but at its end', ([script, title]) => {
  expect(cutScript(script, options)?.title).toBe(title);
});

// The title page of the sample screenplay at fountain.io.
test('The title page of a screenplay in Fountain is not spoken, and gives the title', () => {
  const page = [
    'Title:',
    '\t_**BRICK & STEEL**_',
    '\t_**FULL RETIRED**_',
    'Credit: Written by',
    'Author: Stu Maschwitz',
    'Contact:',
    '    1588 Mission Dr.',
  ];
  const plan = cutScript([...page, '', 'EXT. PATIO - DAY', '', 'A gorgeous day.'].join('\n'), options);
  expect(plan?.title).toBe('BRICK & STEEL FULL RETIRED');
  expect(plan?.scenes.map(({ text }) => text).join(' ')).not.toMatch(/Stu|Written|Mission|STEEL/);
});

test('Lines with a colon that are no title page are spoken', () => {
  for (const script of ['Title: one line only.\n\nText.', 'Note: be careful.\nSource: the sea.\n\nText.'])
    expect(
      cutScript(script, options)
        ?.scenes.map(({ text }) => text)
        .join(' '),
    ).toContain(script.slice(0, 10));
});
