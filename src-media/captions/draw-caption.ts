import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { writtenWords } from '../../src-shared/script/written-words.ts';
import { drawableText, fontFamiliesFor, isRightToLeft } from '../fonts/font-families.ts';
import { createOverlay, type Overlay } from '../video/overlay.ts';
import { type CaptionArea, captionArea, type CaptionObstacle } from './caption-area.ts';
import type { CaptionLook, Rgb } from './caption-look.ts';

export interface CaptionDrawing {
  readonly lines: readonly string[];
  readonly look: CaptionLook;
  /** Size of the movie's frame. */
  readonly width: number;
  readonly height: number;
  readonly languageCode: string;
  /** Parts of the frame that the caption leaves free; none by default. */
  readonly obstacles?: readonly CaptionObstacle[];
  /** Index of the word being spoken, counted over all lines of the caption; null for none. */
  readonly spokenWord: number | null;
}

/** A line positioned on the frame. */
interface PlacedLine {
  readonly text: string;
  readonly left: number;
  readonly width: number;
  readonly top: number;
  /** Left edge and width of each word, and its index in the whole caption. */
  readonly words: readonly { readonly index: number; readonly left: number; readonly width: number }[];
}

const lineHeightShare = 1.28;

/**
 * Draws a caption as an overlay of minimal size; null if no font can draw any of its letters. Sets lines too wide for
 * the frame in a smaller size.
 */
export function drawCaption(drawing: CaptionDrawing): Overlay | null {
  const { look, width, height, languageCode } = drawing;
  const lines = drawing.lines
    .map((line) => drawableText(line, look.face, languageCode).trim())
    .filter(Boolean);
  if (lines.length === 0) return null;
  const families = fontFamiliesFor(lines.join(' '), look.face, languageCode);
  const measure = createCanvas(8, 8).getContext('2d');
  const area = captionArea(drawing, look.verticalAlignment, drawing.obstacles ?? []);
  const room = area.right - area.left;
  const fontOf = (size: number): string => `${look.fontWeight} ${size}px ${families}`;
  measure.font = fontOf(look.fontSize);
  const widest = Math.max(...lines.map((line) => measure.measureText(line).width));
  const fontSize = look.fontSize * Math.min(1, room / widest);
  measure.font = fontOf(fontSize);
  const placed = placeLines(measure, lines, drawing, { fontSize, area });
  const box = boundsOf(placed, fontSize, look, { width, height });
  const canvas = createCanvas(box.width, box.height);
  const context = canvas.getContext('2d');
  context.translate(-box.x, -box.y);
  context.font = fontOf(fontSize);
  paint(context, placed, { ...drawing, fontSize });
  const { data } = context.getImageData(0, 0, box.width, box.height);
  return createOverlay({ width: box.width, height: box.height, rgba: data }, box.x, box.y);
}

function placeLines(
  context: SKRSContext2D,
  lines: readonly string[],
  { look, height, languageCode }: CaptionDrawing,
  { fontSize, area }: { readonly fontSize: number; readonly area: CaptionArea },
): PlacedLine[] {
  const lineHeight = fontSize * lineHeightShare;
  const block = lineHeight * lines.length;
  const tops = {
    TOP: area.top,
    MIDDLE: (height - block) / 2,
    BOTTOM: area.bottom - block,
  };
  let wordCount = 0;
  return lines.map((text, index) => {
    const lineWidth = context.measureText(text).width;
    const lefts = {
      LEFT: area.left,
      CENTER: (area.left + area.right - lineWidth) / 2,
      RIGHT: area.right - lineWidth,
    };
    const left = lefts[look.justification];
    const words = writtenWords(text, languageCode).map((word) => {
      const before = context.measureText(text.slice(0, word.start)).width;
      const own = context.measureText(text.slice(word.start, word.end)).width;
      const wordLeft = isRightToLeft(text) ? left + lineWidth - before - own : left + before;
      wordCount += 1;
      return { index: wordCount - 1, left: wordLeft, width: own };
    });
    return { text, left, width: lineWidth, top: tops[look.verticalAlignment] + index * lineHeight, words };
  });
}

/** Returns the rectangle with even sides that contains all ink, within the frame. */
function boundsOf(
  lines: readonly PlacedLine[],
  fontSize: number,
  look: CaptionLook,
  frame: { readonly width: number; readonly height: number },
): { x: number; y: number; width: number; height: number } {
  const pad = fontSize * 0.6 + (look.stroke?.weight ?? 0);
  const even = (value: number, limit: number): number =>
    Math.max(0, Math.min(limit, Math.round(value / 2) * 2));
  const x = even(Math.min(...lines.map((line) => line.left)) - pad, frame.width - 2);
  const y = even(Math.min(...lines.map((line) => line.top)) - pad, frame.height - 2);
  const right = even(Math.max(...lines.map((line) => line.left + line.width)) + pad, frame.width);
  const bottom = even(
    Math.max(...lines.map((line) => line.top)) + fontSize * lineHeightShare + pad,
    frame.height,
  );
  return { x, y, width: Math.max(2, right - x), height: Math.max(2, bottom - y) };
}

type Painting = CaptionDrawing & { readonly fontSize: number };

function paint(context: SKRSContext2D, lines: readonly PlacedLine[], painting: Painting): void {
  paintBackground(context, lines, painting);
  for (const line of lines) {
    paintText(context, line, painting, {
      fill: painting.look.textColor,
      stroke: painting.look.stroke?.color ?? null,
    });
    paintSpokenWords(context, line, painting);
  }
}

function paintText(
  context: SKRSContext2D,
  line: PlacedLine,
  { look, fontSize }: Painting,
  colors: { readonly fill: Rgb; readonly stroke: Rgb | null },
): void {
  context.direction = isRightToLeft(line.text) ? 'rtl' : 'ltr';
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  const baseline = line.top + fontSize * 0.98;
  if (look.stroke && colors.stroke) {
    context.lineJoin = 'round';
    context.lineWidth = look.stroke.weight * 2;
    context.strokeStyle = css(colors.stroke);
    context.strokeText(line.text, line.left, baseline);
  }
  context.fillStyle = css(colors.fill);
  context.fillText(line.text, line.left, baseline);
}

/** Repaints the line in the colours of speech, clipped to words that are being or were spoken. */
function paintSpokenWords(context: SKRSContext2D, line: PlacedLine, painting: Painting): void {
  const { look, spokenWord, fontSize } = painting;
  if (!look.spoken || spokenWord === null) return;
  for (const word of line.words) {
    const isLit = word.index === spokenWord || (look.spoken.persists && word.index < spokenWord);
    if (!isLit) continue;
    context.save();
    context.beginPath();
    const reach = fontSize * 0.12;
    context.rect(word.left - reach, line.top - fontSize, word.width + 2 * reach, fontSize * 3);
    context.clip();
    paintText(context, line, painting, {
      fill: look.spoken.textColor ?? look.textColor,
      stroke: look.spoken.strokeColor ?? look.stroke?.color ?? null,
    });
    context.restore();
  }
}

function paintBackground(context: SKRSContext2D, lines: readonly PlacedLine[], painting: Painting): void {
  const { background } = painting.look;
  if (!background) return;
  context.fillStyle = css(background.color, background.opacity);
  for (const box of backgroundBoxes(lines, background.type, painting)) {
    const radius = (Math.min(box.width, box.height) / 2) * background.radiusShare;
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, radius);
    context.fill();
  }
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns one box around all lines, one around each, or one around the word being spoken. */
function backgroundBoxes(
  lines: readonly PlacedLine[],
  type: 'RECT' | 'WRAPPED' | 'WORD_BY_WORD',
  { fontSize, spokenWord }: Painting,
): Box[] {
  const sidePad = fontSize * (type === 'WORD_BY_WORD' ? 0.14 : 0.36);
  const lineHeight = fontSize * lineHeightShare;
  const around = (left: number, width: number, top: number, height: number): Box => ({
    x: left - sidePad,
    y: top - fontSize * 0.06,
    width: width + 2 * sidePad,
    height: height + fontSize * 0.08,
  });
  if (type === 'WORD_BY_WORD') {
    return lines.flatMap((line) =>
      line.words
        .filter((word) => word.index === spokenWord)
        .map((word) => around(word.left, word.width, line.top, lineHeight)),
    );
  }
  if (type === 'WRAPPED') return lines.map((line) => around(line.left, line.width, line.top, lineHeight));
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.left + line.width));
  return [around(left, right - left, lines[0]?.top ?? 0, lineHeight * lines.length)];
}

function css({ red, green, blue }: Rgb, opacity = 1): string {
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`;
}
