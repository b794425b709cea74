import { describe, expect, test } from 'vitest';
import { captionLook } from '../../../../src-media/captions/caption-look.ts';
import { captionOverlays } from '../../../../src-media/captions/caption-overlays.ts';
import type { CaptionStyle } from '../../../../src-media/captions/caption-style.ts';
import { type CaptionDrawing, drawCaption } from '../../../../src-media/captions/draw-caption.ts';
import type { Overlay } from '../../../../src-media/video/overlay.ts';

const frame = { width: 1280, height: 720 };
const blue = { red: 0, green: 60, blue: 255 };
const yellow = { red: 255, green: 220, blue: 0 };

function draw(
  lines: readonly string[],
  style: CaptionStyle = {},
  options: Partial<
    Pick<CaptionDrawing, 'spokenWord' | 'languageCode' | 'obstacles' | 'width' | 'height'>
  > = {},
): Overlay {
  const drawing = { ...frame, languageCode: 'en', spokenWord: null, ...options };
  const overlay = drawCaption({ lines, look: captionLook(style, drawing), ...drawing });
  if (!overlay) throw new Error('Nothing was drawn.');
  return overlay;
}

/** Returns the bounds of the drawn pixels in the frame. */
function inkOf(overlay: Overlay): { left: number; right: number; top: number; bottom: number } {
  const xs: number[] = [];
  const ys: number[] = [];
  overlay.alpha.forEach((alpha, index) => {
    if (alpha < 128) return;
    xs.push(overlay.x + (index % overlay.width));
    ys.push(overlay.y + Math.floor(index / overlay.width));
  });
  const left = xs.reduce((a, b) => Math.min(a, b), 1e9);
  const right = xs.reduce((a, b) => Math.max(a, b), 0);
  return {
    left,
    right,
    top: ys.reduce((a, b) => Math.min(a, b), 1e9),
    bottom: ys.reduce((a, b) => Math.max(a, b), 0),
  };
}

/** Returns the columns of chroma samples with a wanted blue value: high for blue, below grey for yellow. */
function chromaPlaces(overlay: Overlay, isWanted: (blue: number) => boolean): number[] {
  const columns = overlay.width / 2;
  return [...overlay.blue.entries()]
    .filter(([index, value]) => (overlay.chromaAlpha[index] ?? 0) > 200 && isWanted(value))
    .map(([index]) => overlay.x + (index % columns) * 2);
}

describe('drawCaption', () => {
  test('stands at the bottom, in the middle, inside the title-safe area, on even pixels', () => {
    const overlay = draw(['Bees travel far', 'and come back']);
    const ink = inkOf(overlay);
    expect(Math.abs((ink.left + ink.right) / 2 - 640)).toBeLessThan(6);
    expect(ink.top).toBeGreaterThan(500);
    expect(ink.bottom).toBeLessThan(720 * 0.95);
    expect([overlay.x, overlay.y, overlay.width, overlay.height].every((value) => value % 2 === 0)).toBe(
      true,
    );
  });

  const long = ['Bees travel up to ten kilometres', 'from their hive, and they always come back'];
  const upright = { width: 720, height: 1280 };
  test.each([
    ['a presenter', frame, { x: 890, y: 320, width: 354, height: 364 }],
    ['a presenter on an upright frame', upright, { x: 482, y: 940, width: 202, height: 304 }],
    ['a logo at the bottom right', frame, { x: 1100, y: 620, width: 144, height: 64 }],
    ['a logo at the bottom left', frame, { x: 36, y: 620, width: 144, height: 64 }],
    ['a logo at the bottom', frame, { x: 568, y: 620, width: 144, height: 64 }],
  ])('leaves %s free', (_name, size, obstacle) => {
    const ink = inkOf(draw(long, {}, { ...size, obstacles: [obstacle] }));
    const isBeside = ink.right < obstacle.x || ink.left > obstacle.x + obstacle.width;
    expect(isBeside || ink.bottom < obstacle.y).toBe(true);
    expect(ink.left).toBeGreaterThan(0.05 * size.width);
    expect(ink.right).toBeLessThan(0.95 * size.width);
  });

  test('stands above the texts and beside the buttons of platforms on an upright frame', () => {
    const ink = inkOf(draw(['They always come back', 'to the same hive'], {}, upright));
    expect(ink.bottom).toBeLessThan(1280 * 0.81);
    expect(ink.right).toBeLessThan(720 * 0.89);
  });

  test.each([0, 64, 128, 192, 255])(
    'has a contrast of 4.5 at the edges of its letters on grey %i, in the smallest movie',
    (grey) => {
      const { luma, alpha, width, height } = draw(
        ['Seventy lamps light the quay'],
        {},
        { width: 854, height: 480 },
      );
      const shown = Array.from(luma, (shade, at) => {
        const share = (alpha[at] ?? 0) / 255;
        return (shade * share + (16 + (grey * 219) / 255) * (1 - share) - 16) / 219;
      });
      const linear = (at: number): number => Math.max(0, shown[at] ?? 0) ** 2.2;
      let edges = 0;
      let clear = 0;
      for (let at = 3 * width; at < (height - 3) * width; at += 1) {
        const isLetter = (alpha[at] ?? 0) === 255 && (luma[at] ?? 0) > 200;
        const isEdge = isLetter && ((luma[at + 1] ?? 0) < 200 || (luma[at - width] ?? 0) < 200);
        if (!isEdge) continue;
        edges += 1;
        const around = [-3, -2, -1, 1, 2, 3].flatMap((step) => [
          linear(at + step),
          linear(at + step * width),
        ]);
        if ((linear(at) + 0.05) / (Math.min(...around) + 0.05) >= 4.5) clear += 1;
      }
      // Seams within letters are edges, too, but have no outline.
      expect(clear / edges).toBeGreaterThan(0.95);
    },
  );

  test('is bold white with a black outline by default', () => {
    const { luma, alpha } = draw(['Bees']);
    const shades = [...luma].filter((_, index) => alpha[index] === 255);
    expect(shades.some((shade) => shade > 230)).toBe(true);
    expect(shades.some((shade) => shade < 20)).toBe(true);
  });

  test('without a stroke there is no black', () => {
    const { luma, alpha } = draw(['Bees'], { strokeColor: null });
    expect([...luma].filter((shade, index) => alpha[index] === 255 && shade < 100)).toEqual([]);
  });

  test.each([
    ['TOP', 'LEFT', { top: 40, left: 70 }],
    ['MIDDLE', 'CENTER', { top: 340, left: 580 }],
  ] as const)('at %s %s it stands where it is asked to', (verticalAlignment, textJustification, place) => {
    const ink = inkOf(draw(['Bees'], { verticalAlignment, textJustification }));
    expect(Math.abs(ink.top - place.top)).toBeLessThan(40);
    expect(Math.abs(ink.left - place.left)).toBeLessThan(25);
  });

  test('to the right it ends at the margin', () => {
    expect(Math.abs(inkOf(draw(['Bees'], { textJustification: 'RIGHT' })).right - 1280 * 0.94)).toBeLessThan(
      12,
    );
  });

  test('a larger size is larger, and too wide a line is set smaller instead of leaving the frame', () => {
    const height = (fontSize: number): number => draw(['Bees'], { fontSize }).height;
    expect(height(100)).toBeGreaterThan(height(50) * 1.6);
    const ink = inkOf(
      draw(['A very long line that no frame of this size could ever hold'], { fontSize: 150 }),
    );
    expect(ink.left).toBeGreaterThanOrEqual(1280 * 0.04);
    expect(ink.right).toBeLessThanOrEqual(1280 * 0.96);
  });

  test('a background is one box, or one for each line', () => {
    const backgroundColor = { red: 0, green: 0, blue: 0 };
    const filled = (type: 'RECT' | 'WRAPPED'): number => {
      const style: CaptionStyle = {
        strokeColor: null,
        backgroundStyle: { type, backgroundColor, opacityProportion: 1 },
      };
      return draw(['A line that is long', 'short'], style).alpha.filter((alpha) => alpha > 250).length;
    };
    expect(filled('RECT')).toBeGreaterThan(filled('WRAPPED') * 1.2);
  });

  test('the spoken word has its own color, and keeps it when asked to', () => {
    const style = { spokenTextColor: yellow };
    const isYellow = (value: number): boolean => value < 60;
    const places = (spokenWord: number, persistSpokenTextColor = false): number[] =>
      chromaPlaces(draw(['one two three'], { ...style, persistSpokenTextColor }, { spokenWord }), isYellow);
    expect(Math.max(...places(0))).toBeLessThan(Math.min(...places(2)));
    expect(Math.min(...places(2, true))).toBeLessThan(640);
  });

  test('in Arabic the first word is at the right', () => {
    const style = { spokenTextColor: yellow };
    const lines = ['مرحبا بكم في هذا الفيديو'];
    const places = chromaPlaces(
      draw(lines, style, { spokenWord: 0, languageCode: 'ar' }),
      (value) => value < 60,
    );
    expect(Math.min(...places)).toBeGreaterThan(640);
  });

  test('word by word, only the spoken word has a box', () => {
    const style: CaptionStyle = {
      backgroundStyle: { type: 'WORD_BY_WORD', backgroundColor: blue, opacityProportion: 1 },
    };
    const isBlue = (value: number): boolean => value > 190;
    const first = chromaPlaces(draw(['one two three'], style, { spokenWord: 0 }), isBlue);
    const last = chromaPlaces(draw(['one two three'], style, { spokenWord: 2 }), isBlue);
    expect(first.length).toBeGreaterThan(50);
    expect(Math.max(...first)).toBeLessThan(Math.min(...last));
    expect(chromaPlaces(draw(['one two three'], style), isBlue)).toEqual([]);
  });

  test.each(['東京で会議があります。', 'नमस्ते दुनिया', 'สวัสดีครับ', 'Привет, мир', '안녕하세요'])(
    '%s is drawn with letters of ours',
    (line) => {
      expect(draw([line]).alpha.filter((alpha) => alpha === 255).length).toBeGreaterThan(500);
    },
  );
});

describe('captionOverlays', () => {
  const words = [
    { startSample: 16_000, endSample: 40_000, textStart: 0, textEnd: 3 },
    { startSample: 48_000, endSample: 70_000, textStart: 4, textEnd: 7 },
  ];
  const request = { ...frame, languageCode: 'en', style: {} };

  test('a caption comes and goes with its frames', () => {
    const captions = [{ startFrame: 10, durationFrames: 40, lines: ['one two'], words }];
    const steps = captionOverlays({ ...request, captions });
    expect(steps.map((step) => [step.startFrame, step.overlay !== null])).toEqual([
      [10, true],
      [50, false],
    ]);
  });

  test('one that follows at once needs no gap', () => {
    const captions = [
      { startFrame: 0, durationFrames: 30, lines: ['one'], words: [] },
      { startFrame: 30, durationFrames: 30, lines: ['two'], words: [] },
    ];
    expect(captionOverlays({ ...request, captions }).map((step) => step.startFrame)).toEqual([0, 30, 60]);
  });

  test('a style that follows the voice changes with the spoken words', () => {
    const captions = [{ startFrame: 10, durationFrames: 40, lines: ['one two'], words }];
    const steps = captionOverlays({ ...request, captions, style: { spokenTextColor: yellow } });
    expect(steps.map((step) => step.startFrame)).toEqual([10, 30, 50]);
  });

  test('without the times of words they are estimated from their length', () => {
    const captions = [{ startFrame: 0, durationFrames: 90, lines: ['one twotwo'], words: [] }];
    const steps = captionOverlays({ ...request, captions, style: { spokenTextColor: yellow } });
    expect(steps.map((step) => step.startFrame)).toEqual([0, 30, 90]);
  });
});
