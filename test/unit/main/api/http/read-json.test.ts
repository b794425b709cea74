import { expect, test } from 'vitest';
import { readJson } from '../../../../../src-main/api/http/read-json.ts';

/** Cases in the style of JSONTestSuite that a parser must accept. */
test.each([
  ['[]', []],
  [' { "a" : [ 1 , -0.5e+3 , null , true ] } ', { a: [1, -500, null, true] }],
  ['"\\u0041\\n\\"[{"', 'A\n"[{'],
  ['"ends in a backslash \\\\"', 'ends in a backslash \\'],
  ['["\\\\\\"", "]"]', ['\\"', ']']],
  ['"\\ud83d\\ude00"', '😀'],
  ['"\u2028"', '\u2028'],
  ['{"a":1,"a":2}', { a: 2 }],
  ['{"":0}', { '': 0 }],
  ['1e400', Infinity],
  ['\uFEFF{"a":1}', { a: 1 }],
  [`${'['.repeat(200)}${']'.repeat(200)}`, expect.any(Array)],
  [`["${'['.repeat(5_000)}"]`, ['['.repeat(5_000)]],
])('%j is taken', (text, value) => {
  expect(readJson(text)).toEqual(value);
});

/** Cases that a parser must reject. */
test.each([
  '',
  '[1,]',
  '{"a":1,}',
  "{'a':1}",
  '{a:1}',
  '[NaN]',
  '[Infinity]',
  '[-]',
  '[01]',
  '[1.]',
  '[.5]',
  '[0x1]',
  '["\t"]',
  '["\\x41"]',
  '["\\u00"]',
  '[1]x',
  '[1][2]',
  '["unclosed',
  '{"a":',
  '// comment\n[]',
  '\uFEFF\uFEFF[]',
  '\u00a0[]',
  '['.repeat(201) + ']'.repeat(201),
  '{"a":'.repeat(300) + '1' + '}'.repeat(300),
])('%j is refused', (text) => {
  expect(() => readJson(text)).toThrow(SyntaxError);
});

test('a bomb of brackets is refused without being unpacked', () => {
  const startedMs = performance.now();
  expect(() => readJson('['.repeat(32 * 1024 * 1024))).toThrow('nested too deeply');
  expect(performance.now() - startedMs).toBeLessThan(1_000);
});

test.each(['{"a":{"__proto__":{"isAdmin":true}}}', '{"a":{"\\u005f_pr\\u006fto__":{"isAdmin":true}}}'])(
  'a member named as the prototype is left out of %s',
  (text) => {
    const value = readJson(text) as { a: { isAdmin?: boolean } };
    expect(Object.getOwnPropertyNames(value.a)).toEqual([]);
    expect(value.a.isAdmin).toBeUndefined();
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  },
);
