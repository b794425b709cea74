import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collisionKey, findCollision } from '../../../../../src-main/transfers/bundle/name-collisions.ts';

const file = (path: string) => ({ path, isFolder: false });
const folder = (path: string) => ({ path, isFolder: true });
const name = fc.stringMatching(/^[a-zA-Z0-9éüñßσλдж_-]{1,6}$/u);

test('other capitals and another way of writing accents never make another name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
      for (const variant of [
        text.toUpperCase(),
        text.toLowerCase(),
        text.normalize('NFD'),
        text.normalize('NFC'),
      ])
        expect(collisionKey(variant)).toBe(collisionKey(text));
    }),
  );
});

test('files whose names differ in more than capitals and accents live side by side', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { selector: collisionKey, maxLength: 8 }), (names) => {
      expect(findCollision(names.map((each) => file(`media/${each}`)))).toBeNull();
    }),
  );
});

test('a listed folder may hold files, before or after it is listed', () => {
  expect(findCollision([folder('media'), file('media/a.mov')])).toBeNull();
  expect(findCollision([file('media/a.mov'), folder('media')])).toBeNull();
});

test.each([
  ['duplicate-name', [file('a'), file('a')]],
  ['duplicate-name', [file('m/a'), folder('m'), folder('m')]],
  ['colliding-name', [file('Media/a'), file('media/b')]],
  ['colliding-name', [folder('Media'), file('media/b')]],
  ['colliding-name', [file('a\u200db'), file('ab')]],
  ['colliding-name', [file('\u1e9e'), file('\u00df')]],
  ['colliding-name', [file('\u03b1\u0345\u0301'), file('\u1fb4')]],
  ['file-and-folder', [file('a'), file('a/b')]],
  ['file-and-folder', [file('a/b/c'), file('a/b')]],
  ['file-and-folder', [folder('a'), file('a')]],
])('%s is found among entries', (rule, entries) => {
  expect(findCollision(entries)).toEqual({ path: entries.at(-1)?.path, rule });
});
