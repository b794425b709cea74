import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadGlyph } from '../../../src-media/pictures/art/glyph.ts';
import { concepts, conceptWords } from '../../../src-media/pictures/content/concepts.ts';
import { looks } from '../../../src-media/pictures/look/look.ts';
import { styleWords } from '../../../src-media/pictures/look/style-words.ts';

test.each(Object.keys(conceptWords))('%s has words for every concept, and each word once', (language) => {
  const words = conceptWords[language];
  expect(Object.keys(words ?? {})).toEqual(Object.keys(concepts));
  for (const list of Object.values(words ?? {})) {
    expect(new Set(list.split(' ')).size).toBe(list.split(' ').length);
  }
});

test('every concept is drawn by a thing of the icon set', () => {
  for (const { glyph } of Object.values(concepts)) {
    expect(() => loadGlyph(glyph, 'regular'), glyph).not.toThrow();
  }
});

test('every look is asked for by words of its own', () => {
  expect(Object.keys(styleWords).toSorted()).toEqual(Object.keys(looks).toSorted());
});

test('every data file of the media engine is read by it or by the scripts it shares with the page', () => {
  const sources = ['src-media', 'src-shared/script'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
  );
  const unread = readdirSync('resources/media').filter(
    (name) => !sources.some((source) => source.includes(`resources/media/${name}'`)),
  );
  expect(unread).toEqual([]);
});
