import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTable } from '../../../../src-main/intake/read-table.ts';
import { ScriptReader } from '../../../../src-main/intake/script-reader.ts';
import { rowOfCells, withUse } from '../../../../src-shared/script/batch-columns.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';

async function readFile(content: Uint8Array): Promise<unknown> {
  const path = join(await makeFolder('table'), 'news.csv');
  await writeFile(path, content);
  const grants = { open: () => Promise.resolve({ path, displayName: 'news.csv' }) };
  const reader = new ScriptReader({ grants: grants as never, languages: [] });
  return reader.readTable('grant');
}

const semicolons =
  'Title;Script\r\nHarbour;"Lamps go out; one by one.\r\nHe said ""enough""."\r\n;\r\nMarket;Grüße – €5\r\n';
const rows = [
  { number: 2, name: 'Harbour', text: 'Lamps go out; one by one.\nHe said "enough".' },
  { number: 4, name: 'Market', text: 'Grüße – €5' },
];

test.each([
  ['UTF-8', Buffer.from(semicolons)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${semicolons}`)],
  ['UTF-16', Buffer.from(`\uFEFF${semicolons}`, 'utf16le')],
])('a table with semicolons, quotes and line breaks is read, %s', async (_name, bytes) => {
  expect(await readFile(bytes)).toEqual({
    displayName: 'news.csv',
    columns: [
      { name: 'Title', use: 'name' },
      { name: 'Script', use: 'text' },
    ],
    rows,
  });
});

test('a table without a head, with tabs or with a line that names its separator is read', () => {
  const read = (content: string) => readTable(content).rows;
  expect(read('Harbour lights.\nWind over Patagonia.')).toEqual([
    { number: 1, name: '', text: 'Harbour lights.' },
    { number: 2, name: '', text: 'Wind over Patagonia.' },
  ]);
  expect(read('a\tHarbour lights.\nb\tWind.').map(({ name }) => name)).toEqual(['a', 'b']);
  expect(read('sep=|\nid|text\n7|Gulls, and more.')).toEqual([
    { number: 3, name: '7', text: 'Gulls, and more.' },
  ]);
});

test('rows that are broken are kept with their number and what is wrong', () => {
  expect(readTable('name,script\na,Fine.\nb,Not, quoted.\nc,"No end.\nd,Gone.').rows).toEqual([
    { number: 2, name: 'a', text: 'Fine.' },
    { number: 3, name: 'b', text: 'Not', problem: 'cells' },
    { number: 4, name: 'c', text: 'No end.\nd,Gone.', problem: 'quotes' },
  ]);
});

test('of three or more columns without a known name none is the text, and the rows have all cells', () => {
  const named = readTable('Headline;Story;Mood\nHarbour;Lamps go out.;calm');
  expect(named.columns).toEqual([
    { name: 'Headline', use: null },
    { name: 'Story', use: null },
    { name: 'Mood', use: null },
  ]);
  expect(named.rows).toEqual([
    { number: 2, name: '', text: '', cells: ['Harbour', 'Lamps go out.', 'calm'] },
  ]);
  const spaced = readTable('Headline, Story, Mood\nHarbour, Lamps go out., calm\nMarket, By seven., loud');
  expect(spaced.rows.map(({ cells }) => cells?.[1])).toEqual(['Lamps go out.', 'By seven.']);
  const unnamed = readTable('1;Lamps go out.;calm\n2;By seven.;loud');
  expect(unnamed.columns.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
  expect(unnamed.rows.map(({ number, cells }) => [number, cells?.[1]])).toEqual([
    [1, 'Lamps go out.'],
    [2, 'By seven.'],
  ]);
});

test('sentences with commas are one column, with and without a head', () => {
  const sentences = [
    'Hello, welcome to Acme.',
    'It costs 1,000 dollars, now.',
    'Goodbye, friends, and thanks.',
  ];
  const rows = sentences.map((text, index) => ({ number: index + 1, name: '', text }));
  const lines = sentences.join('\n');
  expect(readTable(lines).rows).toEqual(rows);
  expect(readTable(`Script\n${lines}`).rows).toEqual(
    rows.map(({ number, ...row }) => ({ number: number + 1, ...row })),
  );
});

test('commas separate columns if one has no space behind it, if the head names them or if there are quotes', () => {
  const named = (content: string) => readTable(content).rows.map(({ name, text }) => [name, text]);
  expect(named('a, Hello.\nb,Goodbye.')).toEqual([
    ['a', 'Hello.'],
    ['b', 'Goodbye.'],
  ]);
  expect(named('name, script\na, Hello.')).toEqual([['a', 'Hello.']]);
  expect(named('a, "Hello"')[0]?.[0]).toBe('a');
});

test('empty lines before the head are skipped, and rows keep their numbers', () => {
  const row = { name: 'a', text: 'Fine.' };
  expect(readTable('\n \nname;script\na;Fine.').rows).toEqual([{ number: 4, ...row }]);
  expect(readTable('sep=;\n;\nname;script\na;Fine.').rows).toEqual([{ number: 4, ...row }]);
});

test('a table tells what each column is used for, and gives each row its language, voice and frame', () => {
  const { columns, rows: read } = readTable(
    'title;script;language;voice;ratio;mood\nHafen;Lichter gehen aus.;de;Anna;9:16;calm\nMarket;By seven.;;;;',
  );
  expect(columns.map(({ use }) => use)).toEqual(['name', 'text', 'language', 'voice', 'ratio', null]);
  expect(read).toMatchObject([
    { number: 2, name: 'Hafen', text: 'Lichter gehen aus.', language: 'de', voice: 'Anna', ratio: '9:16' },
    { number: 3, name: 'Market', text: 'By seven.' },
  ]);
  const [first] = read;
  const changed = withUse(columns, 5, 'name');
  expect(changed.map(({ use }) => use)).toEqual([null, 'text', 'language', 'voice', 'ratio', 'name']);
  expect(rowOfCells({ number: 2 }, first?.cells ?? [], changed).name).toBe('calm');
  expect(withUse(columns, 5, 'text').map(({ use }) => use)[1]).toBeNull();
});
