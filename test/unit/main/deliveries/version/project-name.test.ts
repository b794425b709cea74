import fc from 'fast-check';
import { expect, test } from 'vitest';
import { versionName, versionOfName } from '../../../../../src-main/deliveries/version/project-name.ts';
import { portableName } from '../../../../../src-main/foundation/files/portable-name.ts';

test.each([
  ['Harbour lights', 'Harbour lights'],
  ['Grüße aus 東京', 'Grüße aus 東京'],
  ['50/50?', '50-50'],
  ['Part 1: the sea', 'Part 1 the sea'],
  ['At 10:30 / 16\\9', 'At 10-30 16-9'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d e f g h i-j'],
  ['../../etc/passwd', 'etc-passwd'],
  ['  .hidden. ', 'hidden'],
  ['--option', 'option'],
  ['~home', 'home'],
  ['trailing...', 'trailing'],
  ['CON', 'CON_'],
  ['con.txt', 'con_txt_'],
  ['COM¹', 'COM¹_'],
  ['Console', 'Console'],
  ['\u202egnp.exe', 'gnp.exe'],
  ['e\u0301te\u0301', 'été'],
  ['e\u200b\u0301te\u0301', 'été'],
  ['line\nbreak\ttab', 'line break tab'],
  ['', 'Untitled'],
  [' . / ', 'Untitled'],
  ['x'.repeat(300), 'x'.repeat(40)],
  ['The harbour of Bergen wakes before the sun', 'The harbour of Bergen wakes before the'],
  ['Seven lighthouses and their keepers, who left', 'Seven lighthouses and their keepers, who'],
])('%j becomes the folder name %j', (title, name) => {
  expect(portableName(title)).toBe(name);
});

const reserved = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i;
const title = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.constantFrom('CON', 'aux.mp4', 'LPT9.', ' NUL ', '....', 'a'.repeat(255), '👩‍👩‍👧‍👦'.repeat(20)),
);

test('no title makes a name that some file system refuses', () => {
  fc.assert(
    fc.property(title, (text) => {
      const name = portableName(text);
      expect(name).not.toBe('');
      expect(name.length).toBeLessThanOrEqual(42);
      expect(Buffer.byteLength(`${name}_v001_reference.mp4`)).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Bidi_Control}]/u);
      expect(name).not.toMatch(/^[\s.~-]|[\s.]$/u);
      expect(name).not.toMatch(reserved);
      expect(versionName(name, 1)).not.toMatch(reserved);
      expect(name.isWellFormed()).toBe(true);
      expect(portableName(name)).toBe(name);
    }),
    { numRuns: 2_000 },
  );
});

test('the version is read back from a name, whatever its letter case and composition', () => {
  expect(versionName('Été', 7)).toBe('Été_v007');
  expect(versionOfName('Été', 'e\u0301te\u0301_V007')).toBe(7);
  expect(versionOfName('a', 'a_v1234')).toBe(1234);
  for (const other of ['a_v1', 'a_v', 'b_v001', 'a_v001 copy', 'a_v001.zip', 'a_v261126']) {
    expect(versionOfName('a', other)).toBeNull();
  }
});
