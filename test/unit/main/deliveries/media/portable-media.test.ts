import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portableMediaPaths } from '../../../../../src-main/deliveries/media/portable-media.ts';
import { defaultBundleLimits } from '../../../../../src-main/transfers/bundle/bundle-limits.ts';
import { findPathViolation } from '../../../../../src-main/transfers/bundle/entry-name-rules.ts';
import { collisionKey, findCollision } from '../../../../../src-main/transfers/bundle/name-collisions.ts';

test('names that every editor takes stay, and folders change with what they hold', async () => {
  const paths = ['media/one.PNG', 'médias/one.png', 'médias/deux à deux.png', 'medias/x.png'];
  expect([...(await portableMediaPaths(paths, []))]).toEqual([
    ['médias/one.png', 'medias-2/one.png'],
    ['médias/deux à deux.png', 'medias-2/deux-a-deux.png'],
  ]);
});

test('kana anywhere in the documents make kanji Japanese', async () => {
  const paths = ['media/東京.png'];
  expect([...(await portableMediaPaths(paths, ['夜の港'])).values()]).toEqual([]);
  expect([...(await portableMediaPaths(paths, ['夜'])).values()]).toEqual(['media/DongJing.png']);
});

test('paths that a bundle may bring become others that it may bring, each one its own', async () => {
  const segment = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.constantFrom(
      '港の灯り',
      '港',
      'é',
      'e',
      'E',
      'ß',
      'ss',
      'con',
      'a b',
      '#',
      'x'.repeat(200),
      '港'.repeat(80),
    ),
  );
  const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join('/')}.png`);
  await fc.assert(
    fc.asyncProperty(fc.array(path, { maxLength: 12 }), fc.constantFrom('', 'の'), async (all, text) => {
      const paths: string[] = [];
      for (const one of all) {
        const entries = [...paths, one].map((known) => ({ path: known, isFolder: false }));
        if (!findPathViolation(one, defaultBundleLimits) && !findCollision(entries)) paths.push(one);
      }
      const renamed = await portableMediaPaths(paths, [text]);
      const now = paths.map((old) => renamed.get(old) ?? old);
      expect(new Set(now.map(collisionKey)).size).toBe(paths.length);
      for (const one of now) {
        expect(findPathViolation(one, defaultBundleLimits)).toBeNull();
        for (const name of one.split('/')) expect(name.length).toBeLessThanOrEqual(80);
      }
      // No file moves to the path of a file that has not moved yet.
      for (const [old, newPath] of renamed) expect(paths.filter((one) => one !== old)).not.toContain(newPath);
    }),
    { numRuns: 300 },
  );
});
