import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { safeMediaName } from '../../../../src-timeline/model/media-name.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

test.for([
  ['Harbour lights', 'png', 'Harbour-lights.png'],
  ['Ærøskøbing, straße & Łódź!', '.WAV', 'AEroskobing-strasse-Lodz.wav'],
  ['Crème brûlée (final) #2 50%', 'mp4', 'Creme-brulee-final-2-50.mp4'],
  ['港の灯り', 'png', 'media.png'],
  ['../../etc/passwd', 'png', 'etc-passwd.png'],
  ['-rf .hidden', 'png', 'rf-.hidden.png'],
  ['Aux', 'wav', 'media-Aux.wav'],
  ['com1.backup', 'wav', 'media-com1.backup.wav'],
  ['COM¹', '', 'media-COM1'],
  ['photo.PNG', 'png', 'photo.png'],
  ['', 'png', 'media.png'],
] as const)('“%s” with %s becomes %s', ([title, extension, name]) => {
  expect(safeMediaName(title, extension, new Set())).toBe(name);
});

test('names differ whatever their case, and stay within eighty characters doing so', () => {
  const taken = new Set(['SCENE.png']);
  expect([safeMediaName('scene', 'png', taken), safeMediaName('Scene', 'png', taken)]).toEqual([
    'scene-2.png',
    'Scene-3.png',
  ]);
  const long = new Set<string>();
  const names = Array.from({ length: 12 }, () => safeMediaName('x'.repeat(300), 'png', long));
  expect(new Set(names).size).toBe(12);
  expect(Math.max(...names.map(({ length }) => length))).toBe(80);
  expect(safeMediaName(`${'x'.repeat(75)}-y`, 'png', new Set())).toBe(`${'x'.repeat(75)}.png`);
});

test('every title gives a name that every system takes and none has taken', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 120 }), { maxLength: 8 }),
      fc.string({ maxLength: 12 }),
      (titles, extension) => {
        const taken = new Set<string>();
        for (const title of titles) safeMediaName(title, extension, taken);
        expect(new Set([...taken].map((name) => name.toLowerCase())).size).toBe(titles.length);
        for (const name of taken) {
          expect(name).toMatch(/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,78}[A-Za-z0-9])?$/);
          expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
        }
      },
    ),
  );
});
