import type { SKRSContext2D } from '@napi-rs/canvas';
import { unspacedLetters } from '../../../src-shared/script/speakable.ts';
import { drawableText, fontFamiliesFor } from '../../fonts/font-families.ts';
import type { Paragraph, Spacing, TextRun } from './read-paragraphs.ts';
import type { RunStyle } from './text-style.ts';

/** A piece of a line; sizes in pixels. */
export interface PlacedRun {
  readonly text: string;
  readonly style: RunStyle;
  readonly font: string;
  readonly size: number;
  readonly width: number;
}

export interface PlacedLine {
  readonly runs: readonly PlacedRun[];
  readonly bullet: PlacedRun | null;
  readonly paragraph: Paragraph;
  /** Distance from the frame's left, in pixels. */
  readonly left: number;
  readonly room: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
}

export interface TextLayout {
  readonly lines: readonly PlacedLine[];
  readonly height: number;
  readonly width: number;
}

/** Line height as a multiple of the font size. */
const lineHeight = 1.2;
const raisedSize = 0.65;

/** Scale factors of a text. */
export interface TextScale {
  /** Pixels per EMU. */
  readonly pixels: number;
  /** Scale of the letters, for text that is shrunk to fit. */
  readonly letters: number;
  /** Reduction of the line spacing, as a share. */
  readonly tighter: number;
}

/** A part of a run that contains only letters with a font. */
interface Word {
  readonly text: string;
  readonly style: RunStyle;
  /** CSS font families of the whole run. */
  readonly families: string;
}

const fontsOfRuns = new WeakMap<TextRun, Word>();

/** Caches the fonts of a run, because the look-up is slow for text in many scripts. */
function withFonts(run: TextRun): Word {
  const known = fontsOfRuns.get(run);
  if (known) return known;
  const { text, style } = run;
  const face = style.isItalic && style.face === 'serif' ? 'italic' : style.face;
  const drawable = text === '\n' ? text : drawableText(text, face);
  const found = { text: drawable, style, families: fontFamiliesFor(drawable, face) };
  fontsOfRuns.set(run, found);
  return found;
}

function placeRun(context: SKRSContext2D, { text, style, families }: Word, scale: TextScale): PlacedRun {
  const size = style.size * scale.pixels * scale.letters * (style.rise === 0 ? 1 : raisedSize);
  const font = `${style.weight} ${size.toFixed(2)}px ${families}`;
  context.font = font;
  return { text, style, font, size, width: context.measureText(text).width };
}

function wordsOf(run: TextRun): Word[] {
  const { text, style, families } = withFonts(run);
  const words = text === '\n' ? ['\n'] : (text.match(/\s*\S+|\s+$/gu) ?? []);
  const pieces = words.flatMap((word) =>
    unspacedLetters.test(word) ? (word.match(/\s*\S[\p{P}\p{M}]*/gu) ?? [word]) : [word],
  );
  return pieces.map((piece) => ({ text: piece, style, families }));
}

/** Joins adjacent words of the same style into one run, so that letters connect. */
function joinRuns(context: SKRSContext2D, runs: readonly Word[], scale: TextScale): PlacedRun[] {
  const joined: (Word & { text: string })[] = [];
  for (const word of runs) {
    const last = joined.at(-1);
    if (last?.style === word.style && last.families === word.families) last.text += word.text;
    else joined.push({ ...word });
  }
  const first = joined[0];
  if (first) first.text = first.text.trimStart();
  return joined.map((word) => placeRun(context, word, scale));
}

function breakLines(
  context: SKRSContext2D,
  paragraph: Paragraph,
  widths: readonly [number, number],
  scale: TextScale,
): Word[][] {
  const lines: Word[][] = [[]];
  let used = 0;
  for (const word of paragraph.runs.flatMap(wordsOf)) {
    const line = lines.at(-1) ?? [];
    if (word.text === '\n') {
      lines.push([]);
      used = 0;
      continue;
    }
    const room = lines.length === 1 ? widths[0] : widths[1];
    const { width } = placeRun(context, word, scale);
    if (line.length > 0 && used + width > room + 0.5) {
      lines.push([word]);
      used = placeRun(context, { ...word, text: word.text.trimStart() }, scale).width;
    } else {
      line.push(word);
      used += width;
    }
  }
  return lines;
}

function lengthOf(spacing: Spacing, size: number, scale: TextScale): number {
  return 'length' in spacing
    ? spacing.length * scale.pixels * scale.letters
    : spacing.parts * size * lineHeight;
}

/** Sets paragraphs into a width in pixels, from the top. @param isWrapped false: only explicit breaks end a line */
export function layOutText(
  context: SKRSContext2D,
  paragraphs: readonly Paragraph[],
  frameWidth: number,
  isWrapped: boolean,
  scale: TextScale,
): TextLayout {
  const lines: PlacedLine[] = [];
  let top = 0;
  for (const [index, paragraph] of paragraphs.entries()) {
    const margin = paragraph.marginLeft * scale.pixels;
    const indent = paragraph.bullet ? 0 : Math.max(-margin, paragraph.indent * scale.pixels);
    const room = Math.max(1, isWrapped ? frameWidth - margin : Number.MAX_SAFE_INTEGER);
    const broken = breakLines(context, paragraph, [room - indent, room], scale);
    const plainSize = paragraph.plain.size * scale.pixels * scale.letters;
    if (index > 0) top += lengthOf(paragraph.before, plainSize, scale);
    for (const [lineIndex, words] of broken.entries()) {
      const runs = joinRuns(context, words, scale);
      const size = Math.max(
        ...runs.map((run) => (run.style.rise === 0 ? run.size : 0)),
        runs.length === 0 ? plainSize : 1,
      );
      const usual =
        'length' in paragraph.lineSpacing ? null : Math.max(0.6, paragraph.lineSpacing.parts - scale.tighter);
      const height =
        usual === null ? lengthOf(paragraph.lineSpacing, size, scale) : usual * size * lineHeight;
      const isFirst = lineIndex === 0;
      const bullet =
        isFirst && paragraph.bullet ? placeRun(context, withFonts(paragraph.bullet), scale) : null;
      const left = margin + (isFirst ? indent : 0);
      const width = runs.reduce((sum, run) => sum + run.width, 0);
      lines.push({ runs, bullet, paragraph, left, room: frameWidth - left, width, top, height });
      top += height;
    }
    if (index < paragraphs.length - 1) top += lengthOf(paragraph.after, plainSize, scale);
  }
  return { lines, height: top, width: Math.max(0, ...lines.map((line) => line.left + line.width)) };
}
