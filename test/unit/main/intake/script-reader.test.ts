import { execFile } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readScript } from '../../../../src-main/intake/script-reader.ts';
import { maxScriptLength } from '../../../../src-shared/contract/material.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';

const unstopped = new AbortController().signal;

async function read(
  content: string | Uint8Array,
  name = 'script.txt',
  languages: readonly string[] = [],
): Promise<string> {
  const path = join(await makeFolder('script'), 'content');
  await writeFile(path, content);
  return readScript(path, name, unstopped, { languages });
}

const words = 'Grüße – “quotes” €5';

describe('the words are the same in every encoding', () => {
  const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
  test.each([
    ['UTF-8', Buffer.from(words)],
    ['UTF-8 with a mark', Buffer.concat([Buffer.from('efbbbf', 'hex'), Buffer.from(words)])],
    ['UTF-16, little end first', Buffer.concat([Buffer.from('fffe', 'hex'), utf16(words)])],
    ['UTF-16, big end first', Buffer.concat([Buffer.from('feff', 'hex'), utf16(words).swap16()])],
    ['Windows-1252', Buffer.from([...Buffer.from('Gr\xfc\xdfe \x96 \x93quotes\x94 \x805', 'latin1')])],
  ])('%s', async (_name, bytes) => {
    expect(await read(bytes)).toBe(words);
  });
});

describe('a script in the old encoding of the system’s language is decoded', () => {
  test.each([
    ['ja-JP', '港が目を覚ます。', '8d6082aa96da82f08a6f82dc82b78142'],
    ['zh-Hans-CN', '港口醒来了。', 'b8dbbfdad0d1c0b4c1cba1a3'],
    ['zh-TW', '港口醒來了。', 'b4e4a466bff4a8d3a446a143'],
    ['zh-Hant', '船', 'b2ee'],
    ['ko-KR', '항구가 깨어난다.', 'c7d7b1b8b0a120b1fabeeeb3adb4d92e'],
    ['ar-EG', 'الميناء يستيقظ', 'c7e1e3ede4c7c120edd3caedded9'],
    ['ru-RU', 'Гавань просыпается', 'c3e0e2e0edfc20eff0eef1fbefe0e5f2f1ff'],
    ['uk', 'Гавань прокидається', 'c3e0e2e0edfc20eff0eeeae8e4e0baf2fcf1ff'],
    ['bg', 'Пристанището', 'cff0e8f1f2e0ede8f9e5f2ee'],
    ['cs-CZ', 'Přístav', '50f8ed73746176'],
    ['pl', 'Łódź', 'a3f3649f'],
    ['hu', 'Kikötő', '4b696bf674f5'],
    ['el', 'λιμάνι', 'ebe9ecdcede9'],
    ['tr', 'ışık', 'fdfefd6b'],
    ['he', 'נמל', 'f0eeec'],
  ])('%s', async (language, script, bytes) => {
    expect(await read(Buffer.from(bytes, 'hex'), 'script.txt', [language, 'en'])).toBe(script);
  });

  test('unless its bytes are invalid there, or it is in UTF-8', async () => {
    const western = Buffer.from('Gr\xfc\xdfe', 'latin1');
    expect(await read(western, 'script.txt', ['ja-JP'])).toBe('Grüße');
    expect(await read(western, 'script.txt', ['no language'])).toBe('Grüße');
    expect(await read(words, 'script.txt', ['ru-RU'])).toBe(words);
  });
});

test('line ends become one kind, and composed letters one form', async () => {
  expect(await read('one\r\ntwo\rthree e\u0301\n\n')).toBe('one\ntwo\nthree é');
});

test.each([
  ['a program', Buffer.from('7f454c4602010100000000', 'hex'), 'a.txt'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'b.txt'],
  ['a word processor file', Buffer.from('504b030414000600', 'hex'), 'c.docx'],
  ['rich text', '{\\rtf1\\ansi Hello.}', 'd.rtf'],
  ['a PDF', '%PDF-1.7\n', 'e.pdf'],
  ['a web page', '<!doctype html><p>Hello.', 'f.html'],
])('%s is refused as no text', async (_name, content, name) => {
  await expect(read(content, name)).rejects.toMatchObject({
    code: 'file_type_unsupported',
    details: { displayName: name },
  });
});

test('a script without words and one with too many are refused', async () => {
  await expect(read(' \n\t ')).rejects.toMatchObject({ code: 'script_empty' });
  await expect(read('---\ntitle: x\n---\n```\ncode\n```\n', 'a.md')).rejects.toMatchObject({
    code: 'script_empty',
  });
  expect(await read('a'.repeat(maxScriptLength))).toHaveLength(maxScriptLength);
  await expect(read('a'.repeat(maxScriptLength + 1))).rejects.toMatchObject({
    code: 'script_too_long',
    details: { length: maxScriptLength + 1, limit: maxScriptLength },
  });
  await expect(read('a'.repeat(5_000_000))).rejects.toMatchObject({ code: 'script_too_long' });
});

test('a missing file is unreadable', async () => {
  await expect(readScript('/nowhere/script.txt', 'script.txt', unstopped)).rejects.toMatchObject({
    code: 'file_unreadable',
  });
});

test('a folder is no script', async () => {
  await expect(readScript(await makeFolder('script'), 'script.txt', unstopped)).rejects.toMatchObject({
    code: 'file_unreadable',
    details: { reason: 'not_a_file' },
  });
});

describe.skipIf(process.platform === 'win32')('a script that is no regular file', () => {
  async function makePipe(): Promise<string> {
    const path = join(await makeFolder('script'), 'pipe');
    await promisify(execFile)('mkfifo', [path]);
    return path;
  }

  test('may come through a pipe, piece by piece', async () => {
    const path = await makePipe();
    const writer = await open(path, 'r+');
    const script = readScript(path, 'pipe', unstopped);
    // Exceeds a pipe's buffer, so that the write completes only with a reader.
    const start = 'The harbour wakes. '.repeat(4_000);
    await writer.write(start);
    await writer.write('Boats leave.');
    await writer.close();
    expect(await script).toBe(`${start}Boats leave.`);
  });

  test('a pipe nobody writes to has no words', async () => {
    await expect(readScript(await makePipe(), 'pipe', unstopped)).rejects.toMatchObject({
      code: 'script_empty',
    });
  });

  test('waiting for a pipe ends with an interrupt', async () => {
    const path = await makePipe();
    const writer = await open(path, 'r+');
    const stopper = new AbortController();
    const script = readScript(path, 'pipe', stopper.signal);
    stopper.abort();
    await expect(script).rejects.toMatchObject({ code: 'cancelled' });
    await writer.close();
  });

  test('a device that never ends is too long', async () => {
    await expect(readScript('/dev/zero', 'zero', unstopped)).rejects.toMatchObject({
      code: 'script_too_long',
    });
  });
});

test('Markdown is read as it is spoken', async () => {
  const markdown = [
    '---',
    'title: Not spoken',
    '---',
    '# Harbour *lights*',
    'The harbour wakes before the sun. Boats leave',
    'one by one, see [the map](https://example.com "title").',
    '',
    'Nobody counts them out.  ',
    'Somebody counts them in.',
    '',
    '- first boat',
    '- second **boat**',
    '  1. with a mast',
    '  2. with oars',
    '',
    '> Quoted words.',
    '',
    '![A picture](a.png) Run `npm start`.',
    '',
    '```js',
    'const notSpoken = true;',
    '```',
    '',
    '<!-- not spoken -->',
    '<div>not spoken</div>',
    '',
    '***',
    'Ends &amp; begins.',
  ].join('\r\n');
  expect(await read(markdown, 'Script.MD')).toBe(
    [
      'Harbour lights',
      '',
      'The harbour wakes before the sun. Boats leave one by one, see the map.',
      '',
      'Nobody counts them out.',
      'Somebody counts them in.',
      '',
      'first boat',
      'second boat',
      'with a mast',
      'with oars',
      '',
      'Quoted words.',
      '',
      'Run npm start.',
      '',
      'Ends & begins.',
    ].join('\n'),
  );
});

test('a table in Markdown is read row by row, and marks of footnotes are not', async () => {
  const markdown = [
    'Fleet[^1] | old and new',
    '',
    'Boats:',
    '| Boat | Crew |   |',
    '|------|:----:|---|',
    '| *Anna* | four \\| five | |',
    '| Berta | two | |',
    '',
    'Nothing --- else.',
    '',
    '[^1]: Not spoken.',
  ].join('\n');
  expect(await read(markdown, 'a.md')).toBe(
    'Fleet | old and new\n\nBoats:\n\nBoat, Crew\nAnna, four | five\nBerta, two\n\nNothing --- else.',
  );
});

test('a line break written as HTML in Markdown parts two words, and other HTML is left out', async () => {
  expect(await read('Hello<br>World,<BR/>at <b>last</b><br />.', 'a.md')).toBe('Hello\nWorld,\nat last\n.');
  const table = '| Scene | Words |\n| --- | --- |\n| 1 | One.<br>Two. |\n| 2 | Three. |';
  expect(await read(table, 'a.md')).toBe('Scene, Words\n1, One.\nTwo.\n2, Three.');
});

test.each([
  [
    'words after a comment',
    '<!-- Hook --> Stop **now**!\n\n<!-- Body -->\n# The *app*',
    'Stop now!\n\nThe app',
  ],
  ['words after a line break', '\n\n<br>\nThe ship<br>comes home.\n\n', 'The ship\ncomes home.'],
  [
    'indented lines',
    'INT. HOUSE\n\n    JOHN\n      Where are you?\n\nMary enters.',
    'INT. HOUSE\n\nJOHN\nWhere are you?\n\nMary enters.',
  ],
  [
    'one word after a speaker in brackets',
    '[HOST]: Welcome!\n\n[GUEST]: Thanks!\n\nEnd.',
    '[HOST]: Welcome!\n\n[GUEST]: Thanks!\n\nEnd.',
  ],
  [
    'text between rules',
    '---\n\nHost: Hello everybody.\n\n---\n\nPart two.',
    'Host: Hello everybody.\n\nPart two.',
  ],
  ['text directly between rules', '---\nHello everybody.\n---\nPart two.', 'Hello everybody.\n\nPart two.'],
  ['a speaker between rules', '---\nHOST: Hello.\n\n---\nPart two.', 'HOST: Hello.\n\nPart two.'],
  ['the number of a date', '9. November 1989: Die Mauer fällt.', '9. November 1989: Die Mauer fällt.'],
  ['the number of a single item', '1. Mai: Tag der Arbeit.', '1. Mai: Tag der Arbeit.'],
  ['numbers that start above 1', '1984. The year.\n1990. The next.', '1984. The year.\n1990. The next.'],
])('a Markdown script keeps %s', async (_name, markdown, spoken) => {
  expect(await read(markdown, 'a.md')).toBe(spoken);
});

test.each([
  [
    'the address of a link',
    '[map]: https://example.com/a "Map"\n[chart]: chart.png\n[top]: #top\n[//]: # (note)',
  ],
  ['a comment', '<!-- two\n\nlines -->'],
  ['a fenced block', '- item:\n\n  ~~~\n  code\n  ~~~'],
  ['front matter in TOML', '+++\ntitle = "x"\n+++'],
  ['front matter that begins with a section', '+++\n[params]\na = 1\n+++'],
  ['front matter with a comment and spaces in a key', '---\n# comment\ndate created: 2024\ntags: x\n---'],
  ['HTML with a comment inside', '<div>\n<!-- x -->\nHello\n</div>'],
])('a Markdown script leaves out %s', async (_name, markdown) => {
  const spoken = await read(`${markdown}\n\nEnd.`, 'a.md');
  expect(spoken.replace('item:\n\n', '')).toBe('End.');
});

test('a long run of spaces in Markdown is read as one, within a sentence and below the head of a table', async () => {
  const spaces = ' '.repeat(200_000);
  expect(await read(`one${spaces}two *three* \n ${spaces} four`, 'a.md')).toBe('one two three four');
  expect(await read(`a | b\n--- | ---${spaces}\nc | d`, 'a.md')).toBe('a, b\nc, d');
  expect(await read(`a | b\n--- | ---${spaces}x`, 'a.md')).toBe('a | b --- | --- x');
});

test('only a line of dashes and bars that is no code makes a table in Markdown', async () => {
  const tables = ['|-|-|', '  | :-: | --- ', '--- | --:', '      :- | -', '|---'];
  for (const line of tables) expect(await read(`|a|b|\n${line}\n|c|d|`, 'a.md'), line).toBe('a, b\nc, d');
  for (const line of [
    '|',
    '||',
    '|-|-||',
    '| - - | - |',
    '| :: | - |',
    '| -:- | - |',
    '    | - | - |',
    '\t| - | - |',
  ])
    expect(await read(`|a|b|\n${line}\n|c|d|`, 'a.md'), line).toMatch(/^\|a\|b\|/);
});

test('a plain text keeps the signs Markdown would take away', async () => {
  expect(await read('# Not a heading\n* not a list', 'script.txt')).toBe('# Not a heading\n* not a list');
});

test('captions as a script are read as they are, also from a file of Markdown', async () => {
  const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\nThe *gulls* circle.';
  expect(await read(captions, 'script.txt')).toBe(captions);
  expect(await read(captions, 'script.md')).toBe(captions);
});

test('the limit of a script counts only the words of captions', async () => {
  const cue = (index: number): string =>
    `${String(index)}\n00:00:01,000 --> 00:00:02,000\nGulls ${String(index)}`;
  const captions = Array.from({ length: 3_000 }, (_, index) => cue(index)).join('\n\n');
  expect(await read(captions, 'script.txt')).toHaveLength(captions.length);
});
