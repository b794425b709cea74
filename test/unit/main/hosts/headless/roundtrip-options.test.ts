import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseRoundtripOptions } from '../../../../../src-main/hosts/headless/roundtrip-options.ts';
import { isAsked } from '../../../../../src-shared/is-asked.ts';

const needed = ['--script', 'a.md', '--out', 'out'];
const parse = (...more: string[]) => parseRoundtripOptions([...needed, ...more], undefined);

test('omitted options have their default values', () => {
  expect(parse()).toEqual({
    scriptPath: resolve('a.md'),
    imagePaths: [],
    generation: {
      aspectRatio: '16:9',
      visualPacing: 'MEDIUM',
      visualStyle: { type: 'STOCK' },
      autoExport: false,
    },
    outFolder: resolve('out'),
    delivery: {
      format: 'FCPXML',
      editors: [],
      mediaDelivery: 'BUNDLE',
      timing: { rate: null, start: null },
    },
    isOpened: false,
    service: null,
  });
});

test('a movie is rendered only if it is asked for', () => {
  expect(parse('--movie').generation).toMatchObject({ autoExport: true });
});

test.each([
  ['fcpxml', 'FCPXML'],
  ['xmeml', 'PREMIERE_XML'],
  ['premiere', 'PREMIERE_XML'],
  ['premiere-xml', 'PREMIERE_XML'],
  ['Otio', 'OTIO'],
  ['srt', 'SRT'],
])('the format %s is %s', (word, format) => {
  expect(parse('--format', word).delivery.format).toBe(format);
});

test('editors are taken by their names, each once, and ask for no format', () => {
  const options = parse('--editor', 'Final-Cut', '--editor', 'kdenlive', '--editor', 'KDENLIVE', '--open');
  expect(options).toMatchObject({
    delivery: { format: null, editors: ['FINAL_CUT', 'KDENLIVE'] },
    isOpened: true,
  });
  expect(parse('--editor', 'premiere', '--format', 'otio').delivery).toMatchObject({
    format: 'OTIO',
    editors: ['PREMIERE'],
  });
  expect(() => parse('--editor', 'paint')).toThrow(/^--editor must be one of FINAL_CUT, /);
});

test.each([
  ['25', '25'],
  ['23.98', '23.976'],
  ['29.97', '29.97'],
  ['29.97df', '29.97 DF'],
  ['29.97-DF', '29.97 DF'],
])('documents at the rate %s are at %s', (word, rate) => {
  expect(parse('--rate', word, '--start', '01:00:00:00').delivery.timing).toEqual({
    rate,
    start: '01:00:00:00',
  });
});

test('everything else is taken as it is said', () => {
  const options = parse(
    '--delivery',
    'remote_urls',
    '--aspect',
    '9:16',
    '--pacing',
    'fast',
    '--image',
    'a',
    '--image',
    'b',
  );
  expect(options).toMatchObject({
    delivery: { mediaDelivery: 'REMOTE_URLS' },
    generation: { aspectRatio: '9:16', visualPacing: 'FAST' },
    imagePaths: [resolve('a'), resolve('b')],
  });
});

test('a service somewhere else needs its key, from the line or the environment', () => {
  const address = ['--base-url', 'https://service.example'];
  expect(parse(...address, '--api-key', 'k').service).toMatchObject({
    baseUrl: 'https://service.example',
    apiKey: 'k',
  });
  expect(parseRoundtripOptions([...needed, ...address], 'from-outside').service?.apiKey).toBe('from-outside');
  expect(() => parse(...address)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
});

test('the work of a command is that of one service and one key, however they are written', () => {
  const idOf = (baseUrl: string, key: string): string | undefined =>
    parse('--base-url', baseUrl, '--api-key', key).service?.connectionId;
  const id = idOf('https://service.example', 'key');
  expect(idOf('https://Service.example/v1/', ' key ')).toBe(id);
  expect(idOf('https://other.example', 'key')).not.toBe(id);
  expect(idOf('https://service.example', 'another')).not.toBe(id);
});

test('a key for no service is refused with what to do, but for that of the environment', () => {
  expect(() => parse('--api-key', 'k')).toThrow(/^--api-key needs --base-url/);
  expect(parseRoundtripOptions(needed, 'from-outside').service).toBeNull();
});

test.each([
  [['--out', 'x']],
  [['--script', 'x']],
  [[...needed, '--format', 'edl']],
  [[...needed, '--aspect', '3:7']],
  [[...needed, '--rate', '12']],
  [[...needed, '--start', '02:00:00:00']],
  [[...needed, '--unknown']],
  [[...needed, 'stray']],
  [[...needed, '--image', '']],
  [[...needed, '--base-url', 'nowhere', '--api-key', 'k']],
  [[...needed, '--style', 'x'.repeat(2_001)]],
])('%j is refused', (argv) => {
  expect(() => parseRoundtripOptions(argv, undefined)).toThrow(
    expect.objectContaining({ code: 'invalid_input' }),
  );
});

test.each([
  [['--format', 'srt', '--editor', 'kdenlive'], '--format SRT', '--editor'],
  [['--format', 'SRT', '--rate', '25'], '--format SRT', '--rate'],
  [['--format', 'SRT', '--start', '01:00:00:00'], '--format SRT', '--start'],
  [['--format', 'SRT', '--open'], '--format SRT', '--open'],
  [['--delivery', 'urls', '--rate', '25'], '--delivery REMOTE_URLS', '--rate'],
  [['--delivery', 'REMOTE_URLS', '--start', '01:00:00:00'], '--delivery REMOTE_URLS', '--start'],
  [
    ['--delivery', 'REMOTE_URLS', '--editor', 'avid', '--editor', 'shotcut'],
    '--delivery REMOTE_URLS',
    'more than one --editor',
  ],
])('%j is refused, as %s and %s exclude each other', (words, one, other) => {
  expect(() => parse(...words)).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      message: `${one} and ${other} exclude each other.`,
    }),
  );
});

test('captions may be links, and links may be for one editor, whose name may be repeated', () => {
  expect(parse('--format', 'SRT', '--delivery', 'REMOTE_URLS').delivery).toMatchObject({
    format: 'SRT',
    mediaDelivery: 'REMOTE_URLS',
  });
  const sameEditor = ['--editor', 'Shotcut', '--editor', 'shotcut'];
  expect(parse('--delivery', 'REMOTE_URLS', ...sameEditor, '--open').delivery.editors).toEqual(['SHOTCUT']);
});

test('a key may end with the line end of the file it came from, but must be one word', () => {
  const remote = ['--base-url', 'https://videogen.example'];
  const withKey = (key: string) => parseRoundtripOptions([...needed, ...remote], key).service;
  expect(withKey(' secret-key\n')).toMatchObject({ apiKey: 'secret-key' });
  for (const key of [' ', 'two\nlines', 'ключ', 'two words']) {
    expect(() => withKey(key), key).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  }
});

test('JSON is asked for even by a word that is spelt wrong', () => {
  expect(isAsked(['--json=true'], '--json')).toBe(true);
  expect(isAsked(['--jsonl', 'json'], '--json')).toBe(false);
});

test('a file after -- is no option, whatever its name is', () => {
  const words = ['a.mp4', '--json', '--', '--help'];
  expect([isAsked(words, '--json'), isAsked(words, '--help')]).toEqual([true, false]);
});
