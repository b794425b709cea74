import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GlobalFonts, createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { fontFaces } from '../../../../src-media/fonts/font-faces.ts';
import { drawableText, fontFamiliesFor, isRightToLeft } from '../../../../src-media/fonts/font-families.ts';
import { faceSources, hanSources, scriptSources } from '../../../../src-media/fonts/font-sources.ts';
import { subsetsOf } from '../../../../src-media/fonts/font-subset.ts';
import { readCmap } from '../../../../src-media/fonts/read-cmap.ts';
import { sampleTexts } from './sample-texts.ts';

const require = createRequire(import.meta.url);

function aliasesIn(families: string): string[] {
  return families.split(', ').map((name) => name.replaceAll('"', ''));
}

/** Returns the letters of all files in a family list. */
function lettersOf(families: string): Set<number> {
  const codes = aliasesIn(families).map((alias) => {
    const file = alias.replace(/^face-/, '');
    const name = packageOf(file);
    return readCmap(readFileSync(require.resolve(`@fontsource-variable/${name}/files/${file}.woff2`)));
  });
  return new Set(codes.flatMap((set) => [...set]));
}

/** Returns the longest prefix of a file's name that is a package. */
function packageOf(file: string): string {
  const words = file.split('-');
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count).join('-');
    try {
      require.resolve(`@fontsource-variable/${name}/unicode.json`);
      return name;
    } catch {
      continue;
    }
  }
  throw new Error(`No package has ${file}.`);
}

/** Returns the visible letters of a text; joiners and other invisible characters need no font. */
function drawnCodes(text: string): number[] {
  return [...text]
    .filter((letter) => !/[\p{Cf}\p{Cc}\s\uFE00-\uFE0F]/u.test(letter))
    .map((letter) => letter.codePointAt(0) ?? 0);
}

/** Returns everyday codes, up to the end of Hangul, that a file claims to contain. */
function claimedEveryday(letters: RegExp | null, has: (code: number) => boolean): number[] {
  const found: number[] = [];
  for (let code = 0x100; code < 0x10000; code++) {
    if (letters?.test(String.fromCodePoint(code)) && has(code)) found.push(code);
  }
  return found;
}

describe('the fonts of a text', () => {
  for (const [language, text] of Object.entries(sampleTexts)) {
    it(`has every letter of a sentence in ${language}, in every face, by the fonts' own character maps`, () => {
      for (const face of fontFaces) {
        const letters = lettersOf(fontFamiliesFor(text, face, language));
        const missing = drawnCodes(text).filter((code) => !letters.has(code));
        expect(
          missing.map((code) => String.fromCodePoint(code)),
          face,
        ).toEqual([]);
      }
    });
  }

  it('registers what it names and names it once', () => {
    const aliases = aliasesIn(fontFamiliesFor('日本語とEnglish', 'sans', 'ja'));
    expect(new Set(aliases).size).toBe(aliases.length);
    expect(aliases.filter((alias) => !GlobalFonts.has(alias))).toEqual([]);
  });

  it('takes Han letters from the typeface of the reader', () => {
    expect(fontFamiliesFor('直骨', 'sans', 'ja')).toContain('noto-sans-jp');
    expect(fontFamiliesFor('直骨', 'sans', 'ko')).toContain('noto-sans-kr');
    expect(fontFamiliesFor('直骨', 'sans', 'zh-TW')).toContain('noto-sans-tc');
    expect(fontFamiliesFor('直骨', 'sans', 'zh-CN')).toContain('noto-sans-sc');
    expect(fontFamiliesFor('波の音', 'sans')).toContain('noto-sans-jp');
    expect(fontFamiliesFor('這個國家', 'sans')).toContain('noto-sans-tc');
    expect(fontFamiliesFor('这个国家', 'sans')).toContain('noto-sans-sc');
  });

  it('names a font even for no text at all', () => {
    expect(fontFamiliesFor('', 'serif')).toContain('source-serif-4');
  });

  it('draws heavier letters for a heavier weight', () => {
    const ctx = createCanvas(10, 10).getContext('2d');
    const widthAt = (weight: number) => {
      ctx.font = `${weight} 100px ${fontFamiliesFor('Heavy', 'sans')}`;
      return ctx.measureText('Heavy').width;
    };
    expect(widthAt(900)).toBeGreaterThan(widthAt(300) * 1.05);
  });
});

describe('facts about the fonts', () => {
  it('holds for every letter that is not looked up', () => {
    const sources = [...faceSources.sans, ...scriptSources, ...hanSources('jp')].filter(
      (source) => source.everydayLetters,
    );
    const wrong = sources.flatMap((source) =>
      subsetsOf(source).flatMap((subset) => {
        const letters = readCmap(readFileSync(subset.path));
        return claimedEveryday(source.everydayLetters, (code) => subset.has(code))
          .filter((code) => !letters.has(code))
          .map((code) => source.name + String.fromCodePoint(code));
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('tells letters a font lacks though its package claims them', () => {
    const rounded = subsetsOf(faceSources.rounded[0] as never).find((subset) =>
      subset.alias.includes('latin-ext'),
    );
    expect(rounded?.has(0x17c)).toBe(false);
  });
});

describe('text that can be drawn', () => {
  it('loses control signs and letters that no font has, and nothing else', () => {
    expect(drawableText('A\u0000B\u2028C', 'sans')).toBe('A B C');
    expect(drawableText('Hi \u{12000} there', 'sans')).toBe('Hi  there');
    for (const text of Object.values(sampleTexts))
      expect(drawableText(text, 'sans')).toBe(text.normalize('NFC'));
  });
});

describe('reading direction', () => {
  it('is recognized by the first letter that has one', () => {
    expect(isRightToLeft('70% من كوكبنا')).toBe(true);
    expect(isRightToLeft('«הים»')).toBe(true);
    expect(isRightToLeft('Ocean המים')).toBe(false);
    expect(isRightToLeft('1969')).toBe(false);
  });
});
