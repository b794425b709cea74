import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadGlyph } from '../../../src-media/pictures/art/glyph.ts';
import { drawings } from '../../../src-media/pictures/content/subject-words.ts';
import { looks } from '../../../src-media/pictures/look/look.ts';
import { styleWords } from '../../../src-media/pictures/look/style-words.ts';
import { placeDrawings } from '../../../src-media/pictures/prompt/place.ts';

test('every thing that words or places name is in the set of drawings, in plain shapes', () => {
  for (const glyph of new Set([...drawings, ...placeDrawings]))
    expect(loadGlyph(glyph).parts.length, glyph).toBeGreaterThan(0);
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
