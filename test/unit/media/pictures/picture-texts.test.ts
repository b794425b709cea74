import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from '../../../../src-media/pictures/art/geometry.ts';
import { composePicture, type PictureRequest } from '../../../../src-media/pictures/compose-picture.ts';
import type { PaintedPage } from '../../../../src-media/pictures/layout/paint-page.ts';
import { drawTexts } from '../../../../src-media/pictures/text/draw-texts.ts';
import { frames, messages, pictureRequest, styles } from './picture-requests.ts';
import { sampleTexts } from './sample-texts.ts';

interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Measures the bounds of the words pixel by pixel, independently of the layout. Null for a picture without words. */
function inkedEdges({ ctx, texts }: PaintedPage, { width, height }: PictureRequest): Edges | null {
  const before = ctx.getImageData(0, 0, width, height).data;
  drawTexts(
    ctx,
    texts.map((text) => ({ ...text, placed: { ...text.placed, mark: null } })),
  );
  const after = ctx.getImageData(0, 0, width, height).data;
  const edges = { left: width, top: height, right: -1, bottom: -1 };
  for (let at = 0; at < before.length; at += 4) {
    if (before[at] === after[at] && before[at + 1] === after[at + 1] && before[at + 2] === after[at + 2])
      continue;
    const x = (at / 4) % width;
    const y = Math.floor(at / 4 / width);
    edges.left = Math.min(edges.left, x);
    edges.right = Math.max(edges.right, x + 1);
    edges.top = Math.min(edges.top, y);
    edges.bottom = Math.max(edges.bottom, y + 1);
  }
  return edges.right < 0 ? null : edges;
}

/**
 * Expects a margin of a tenth of the frame at both sides and above, and of 22 % below for the captions. Allows two
 * pixels for soft edges of letters.
 */
function expectInSafeArea(request: PictureRequest, picture = composePicture(request)): void {
  const edges = inkedEdges(picture, request);
  if (!edges) return;
  const { width, height } = request;
  const hint = `${request.styleText} | ${request.scene.text.slice(0, 60)} | ${width}x${height}`;
  expect(edges.left, hint).toBeGreaterThanOrEqual(0.1 * width - 2);
  expect(edges.right, hint).toBeLessThanOrEqual(0.9 * width + 2);
  expect(edges.top, hint).toBeGreaterThanOrEqual(0.1 * height - 2);
  expect(edges.bottom, hint).toBeLessThanOrEqual(0.78 * height + 2);
}

function luminance(red: number, green: number, blue: number): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((byte) => {
    const value = byte / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the share of the pixels behind a text with a contrast below 4.5 to 1 (WCAG 2.2, 1.4.3). */
function unreadableShare({ ctx, texts }: PaintedPage): number {
  const shares = texts.map(({ placed, ink }) => {
    const { x, y, width, height } = placed.box;
    const { data } = ctx.getImageData(Math.round(x), Math.round(y), Math.ceil(width), Math.ceil(height));
    const value = parseInt(ink.slice(1), 16);
    const own = luminance(value >> 16, (value >> 8) & 255, value & 255);
    let weak = 0;
    for (let at = 0; at < data.length; at += 4) {
      const behind = luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
      if ((Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05) < 4.5) weak++;
    }
    return weak / (data.length / 4);
  });
  return Math.max(0, ...shares);
}

/** Returns the pairs of texts that overlap. */
function clashesIn({ texts }: PaintedPage): string[] {
  return texts.flatMap((a, index) =>
    texts
      .slice(index + 1)
      .filter((b) => overlap(a.placed.box, b.placed.box))
      .map((b) => `${a.placed.lines[0]?.text} / ${b.placed.lines[0]?.text}`),
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe('the words of a picture', () => {
  for (const [index, [look, styleText]] of Object.entries(styles).entries()) {
    it(`are safe from captions and edges, readable and apart from each other in the look ${look}`, () => {
      for (const frame of [frames[0], frames[1 + (index % 3)] ?? frames[1]]) {
        for (const [sceneIndex, text] of Object.values(messages).entries()) {
          const request = pictureRequest({ styleText, text, sceneIndex: sceneIndex + (index % 7), ...frame });
          const picture = composePicture(request);
          expect(clashesIn(picture)).toEqual([]);
          expect(unreadableShare(picture), text).toBeLessThan(0.02);
          expectInSafeArea(request, picture);
        }
      }
    }, 30_000);
  }

  it('are there for the title of every language that can be written', () => {
    for (const [languageCode, text] of Object.entries(sampleTexts)) {
      const request = pictureRequest({ text, projectTitle: text.slice(0, 40), languageCode, sceneIndex: 0 });
      expect(inkedEdges(composePicture(request), request), languageCode).not.toBeNull();
      expectInSafeArea(request);
    }
  }, 30_000);

  it('begin at the right for right-to-left writing', () => {
    const request = pictureRequest({
      projectTitle: 'סיפורו של הים',
      text: 'הים הוא הסיפור העתיק ביותר.',
      languageCode: 'he',
      sceneIndex: 0,
    });
    const edges = inkedEdges(composePicture(request), request);
    expect(edges?.right).toBeGreaterThan(0.88 * request.width);
    expect(edges?.left).toBeGreaterThan(request.width - (edges?.right ?? 0));
  });

  it('are left out rather than broken or spilled when a word is endless', () => {
    const request = pictureRequest({
      text: `${'a'.repeat(300)}!`,
      projectTitle: 'b'.repeat(60),
      sceneIndex: 0,
    });
    const { texts } = composePicture(request);
    expect(
      texts
        .flatMap(({ placed }) => placed.lines.map((line) => line.text))
        .every((line) => 'b'.repeat(60).toUpperCase() === line.toUpperCase()),
    ).toBe(true);
    expectInSafeArea(request);
  });

  const oddTexts = [
    '',
    ' ',
    '😀😀😀',
    '🌊',
    '。',
    '?',
    '“”',
    '100%',
    '٧٠٪',
    'a',
    'a'.repeat(300),
    'word '.repeat(1000),
    '\u0000\u0007\u202Eabc\uFFFF',
    '1,2,3,4 and 5',
    '— — —',
    '\u{12000}\u{12001}',
    'ﷺ'.repeat(20),
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  ];
  it('stay in place whatever is written', () => {
    for (const frame of frames.slice(0, 2)) {
      for (const [index, text] of oddTexts.entries()) {
        expectInSafeArea(
          pictureRequest({ text, projectTitle: text.slice(0, 60), sceneIndex: index % 3, ...frame }),
        );
      }
    }
  }, 30_000);

  it('stay in place for empty headings', () => {
    expectInSafeArea(
      pictureRequest({
        scene: { text: '', isHeading: true, startsParagraph: true },
        projectTitle: '',
        sceneIndex: 0,
      }),
    );
    expectInSafeArea(
      pictureRequest({ scene: { text: '  ', isHeading: true, startsParagraph: true }, sceneIndex: 3 }),
    );
  });

  it('stay in place for any text, style and language tag', () => {
    const anyRequest = fc.record({
      text: fc.string({ unit: 'grapheme', maxLength: 120 }),
      styleText: fc.string({ maxLength: 30 }),
      languageCode: fc.constantFrom('en', 'ja', 'ar', 'th', 'x-odd', 'de-CH', ''),
      sceneIndex: fc.nat(40),
      frame: fc.constantFrom(...frames),
    });
    fc.assert(
      fc.property(anyRequest, ({ text, frame, ...rest }) => {
        expectInSafeArea(pictureRequest({ text, projectTitle: text.slice(0, 60), ...rest, ...frame }));
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
