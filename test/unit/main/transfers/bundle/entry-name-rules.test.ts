import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultBundleLimits } from '../../../../../src-main/transfers/bundle/bundle-limits.ts';
import {
  extensionOf,
  findExtensionViolation,
  findPathViolation,
} from '../../../../../src-main/transfers/bundle/entry-name-rules.ts';

const violation = (path: string) => findPathViolation(path, defaultBundleLimits)?.rule ?? null;

/** Text that attacks consist of, mixed with arbitrary text. */
const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      ':',
      'C:',
      ' ',
      'con',
      'NUL',
      '.mov',
      '\u202e',
      '~',
      '//',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  { weight: 2, arbitrary: fc.stringMatching(/^[a-z0-9_ -]{1,8}$/) },
);
const anyPath = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

test.each([
  'Cut.fcpxml',
  'media/clip_01.mov',
  'media/Interview – Köln (2).wav',
  'media/東京.mp4',
  'media/-1.mov',
  'media/console.mov',
  'media/com10.mov',
  'media/nullify/a.b.c.wav',
  'media/👩‍🎤.png',
  'media/می‌خواهم.srt',
  `media/${'a'.repeat(200)}.mov`,
])('the ordinary name %s is accepted', (path) => {
  expect(violation(path)).toBeNull();
  expect(findExtensionViolation(path)).toBeNull();
});

test.each(
  (
    '.png .jpg .jpeg .jfif .webp .tif .tiff .gif .bmp .avif .heic .heif .svg .pdf ' +
    '.mp4 .mov .m4v .3gp .3g2 .f4v .webm .mkv .avi .mpg .mpeg .m2v .vob .ts .mts .m2ts .m2t .mxf ' +
    '.ogv .wmv .asf .flv .wav .aif .aiff .mp3 .m4a .m4b .aac .flac .ogg .oga .opus .wma .mka .caf .amr .ac3'
  ).split(' '),
)('a file with the extension %s may be in a bundle', (extension) => {
  expect(findExtensionViolation(`media/own${extension}`)).toBeNull();
});

test('an accepted path stays inside its folder on every system', () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyPath, (path) => {
      fc.pre(violation(path) === null);
      accepted += 1;
      expect(posix.resolve('/target', path).startsWith('/target/')).toBe(true);
      expect(win32.resolve('D:\\target', path).startsWith('D:\\target\\')).toBe(true);
      expect(posix.normalize(path)).toBe(path);
      expect(win32.join('D:\\target', path)).toBe(`D:\\target\\${path.replaceAll('/', '\\')}`);
      expect(win32.isAbsolute(path)).toBe(false);
    }),
    { numRuns: 5_000 },
  );
  expect(accepted).toBeGreaterThan(500);
});

test('every part of an accepted path is a name Windows keeps as it is', () => {
  const devices = ['con', 'prn', 'aux', 'nul', 'clock$', 'conin$', 'conout$'];
  const ports = ['com', 'lpt'].flatMap((port) => Array.from('0123456789¹²³', (digit) => port + digit));
  const taken = new Set([...devices, ...ports]);
  fc.assert(
    fc.property(anyPath, (path) => {
      fc.pre(violation(path) === null);
      for (const part of path.split('/')) {
        const stem = part.split('.')[0] ?? '';
        expect(taken).not.toContain(stem.trimEnd().toLowerCase());
        expect(part).not.toMatch(/[. ]$|[<>:"|?*\\]/);
        expect([...part].every((character) => (character.codePointAt(0) ?? 0) >= 0x20)).toBe(true);
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
      }
    }),
    { numRuns: 5_000 },
  );
});

test('limits count what the systems count', () => {
  const limits = { ...defaultBundleLimits, maxPathLength: 10, maxDepth: 2 };
  expect(findPathViolation('a/1234.mov', limits)).toBeNull();
  expect(findPathViolation('a/12345.mov', limits)).toEqual({
    rule: 'path-too-long',
    fact: '11 characters, at most 10',
  });
  expect(findPathViolation('a/b/c.mov', limits)).toEqual({ rule: 'too-deep', fact: '3 levels, at most 2' });
});

test('the extension is that of the file alone, whatever its capitals', () => {
  expect(extensionOf('media.mov/A.TAR.Mov')).toBe('.mov');
  expect(extensionOf('media.mov/a')).toBe('');
  expect(findExtensionViolation('A.FCPXML')).toBeNull();
  expect(findExtensionViolation('a.mov.exe')).toEqual({ rule: 'extension-not-allowed' });
});
