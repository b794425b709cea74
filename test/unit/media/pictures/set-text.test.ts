import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { column } from '../../../../src-media/pictures/layout/column.ts';
import { makeFrame } from '../../../../src-media/pictures/layout/frame.ts';
import type { Page } from '../../../../src-media/pictures/layout/page.ts';
import { looks } from '../../../../src-media/pictures/look/look.ts';
import { headlineStyles } from '../../../../src-media/pictures/look/type-styles.ts';
import { balanceLines } from '../../../../src-media/pictures/text/balance-lines.ts';
import { fitText } from '../../../../src-media/pictures/text/fit-text.ts';
import { splitChunks } from '../../../../src-media/pictures/text/split-chunks.ts';
import { typedText } from '../../../../src-media/pictures/text/type-style.ts';

const room = { width: 600, height: 400, maxSize: 120, minSize: 20, maxLines: 4 };

function linesOf(
  text: string,
  languageCode: string,
  wish: Partial<typeof room> = {},
): readonly string[] | null {
  const ctx = createCanvas(10, 10).getContext('2d');
  return (
    fitText(ctx, typedText(text, headlineStyles.sans, languageCode), { ...room, ...wish })?.lines ?? null
  );
}

describe('a column', () => {
  it('stays where words may stand, whatever part of the frame is asked for', () => {
    const page = { frame: makeFrame(1000, 500), look: looks.editorial, isRightToLeft: false } as Page;
    expect(column(page, [0, 0, 1, 1], []).box).toEqual({ x: 100, y: 50, width: 800, height: 340 });
    expect(column(page, [0.2, 0.2, 0.5, 0.5], []).box).toEqual({ x: 200, y: 100, width: 300, height: 150 });
  });

  it('is mirrored for right-to-left writing', () => {
    const page = { frame: makeFrame(1000, 500), look: looks.editorial, isRightToLeft: true } as Page;
    expect(column(page, [0.1, 0.2, 0.4, 0.5], []).box.x).toBeCloseTo(600);
  });
});

describe('where a line may end', () => {
  it('is after words, never inside them', () => {
    expect(splitChunks('Die  Donaudampfschifffahrt fährt', 'de').map((chunk) => chunk.text)).toEqual([
      'Die',
      'Donaudampfschifffahrt',
      'fährt',
    ]);
  });

  it('is between Japanese phrases, with no closing mark or small kana at the start of a line', () => {
    const chunks = splitChunks('「海は、地球でもっとも古い物語です。」と言った。', 'ja').map(
      (chunk) => chunk.text,
    );
    expect(chunks.join('')).toBe('「海は、地球でもっとも古い物語です。」と言った。');
    expect(chunks.length).toBeGreaterThan(4);
    expect(chunks.filter((chunk) => /^[、。」ゃゅょっーはでと]/u.test(chunk))).toEqual([]);
    expect(chunks.filter((chunk) => /「$/u.test(chunk))).toEqual([]);
  });

  it('is between Thai words, which have no spaces', () => {
    expect(splitChunks('ทะเลคือเรื่องราวที่เก่าแก่', 'th').length).toBeGreaterThan(3);
  });

  it('survives language tags nobody knows', () => {
    expect(splitChunks('海洋的故事', 'no_such-tag!').length).toBeGreaterThan(1);
  });
});

describe('lines', () => {
  it('are about equally wide', () => {
    const chunk = (width: number) => ({ width, spaceAfter: 10, isWeakEnd: false });
    expect(balanceLines([100, 100, 100, 100].map(chunk), 2, 320)).toEqual([2, 4]);
  });

  it('do not end in a little word where another break is about as good', () => {
    const chunk = (width: number, isWeakEnd = false) => ({ width, spaceAfter: 10, isWeakEnd });
    expect(balanceLines([chunk(100), chunk(24, true), chunk(110)], 2, 200)).toEqual([1, 3]);
  });

  it('cannot be made where a word is wider than the room', () => {
    expect(balanceLines([{ width: 300, spaceAfter: 0, isWeakEnd: false }], 1, 200)).toBeNull();
  });
});

describe('fitted text', () => {
  it('keeps every word', () => {
    expect(linesOf('What lives in the deepest trenches of the sea?', 'en')?.join(' ')).toBe(
      'What lives in the deepest trenches of the sea?',
    );
  });

  it('is as large as the room allows', () => {
    const ctx = createCanvas(10, 10).getContext('2d');
    const fit = (text: string) => fitText(ctx, typedText(text, headlineStyles.sans, 'en'), room)?.size ?? 0;
    expect(fit('Sea')).toBe(120);
    expect(fit('A somewhat longer headline about the sea and the land beyond')).toBeLessThan(90);
  });

  it('leaves no little word alone on a line', () => {
    expect(linesOf('Above the Clouds', 'en', { width: 300 })).toHaveLength(2);
  });

  it('is none at all where the smallest size is too large', () => {
    expect(linesOf('a'.repeat(300), 'en')).toBeNull();
    expect(linesOf('', 'en')).toBeNull();
  });

  it('is set without extra space between joined letters', () => {
    expect(typedText('المحيط', headlineStyles.film, 'ar').tracking).toBe(0);
    expect(typedText('Ocean', headlineStyles.film, 'en').tracking).toBeGreaterThan(0);
  });

  it('is put into capitals by the rules of its language', () => {
    expect(typedText('istanbul', headlineStyles.condensed, 'tr').text).toBe('İSTANBUL');
    expect(typedText('straße', headlineStyles.condensed, 'odd tag').text).toBe('STRASSE');
  });
});
