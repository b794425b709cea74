import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { FontFace } from '../../fonts/font-faces.ts';
import type { TaskControl } from '../../task-options.ts';
import { deckKindOf } from '../deck-kind.ts';
import type { DeckPage, DrawThemedPageRequest } from '../document-tools.ts';
import { drawPage } from '../draw-page.ts';
import type { Size } from '../fit-inside.ts';
import { readDeck } from '../read-deck.ts';
import { drawText, type TextFrame } from '../slides/draw-text.ts';
import { largestPicture } from '../slides/largest-picture.ts';
import type { Paragraph } from '../slides/read-paragraphs.ts';
import type { RunStyle } from '../slides/text-style.ts';
import type { SlideshowTheme } from '../slideshow-theme.ts';
import { writePage } from '../write-page.ts';
import { drawBackdrop, drawMark } from './draw-backdrop.ts';
import { themeOfLook } from './theme-of-look.ts';

/** Maximum number of lines in a new layout. A page with more is shown unchanged, as a card, to stay legible. */
const maxLines = 12;

interface Look {
  readonly size: number;
  readonly color: string;
  readonly face: FontFace;
  readonly weight: number;
  readonly align: string;
  readonly bulletColor?: string;
}

function paragraphOf(text: string, look: Look): Paragraph {
  const style: RunStyle = {
    size: look.size,
    weight: look.weight >= 600 ? 700 : 400,
    isItalic: false,
    isUnderlined: false,
    isStruck: false,
    isUpper: false,
    rise: 0,
    color: look.color,
    face: look.face,
  };
  const margin = look.bulletColor === undefined ? 0 : look.size;
  return {
    runs: [{ text, style }],
    plain: style,
    align: look.align === 'center' ? 'ctr' : 'l',
    isRightToLeft: false,
    marginLeft: margin,
    indent: -margin,
    bullet:
      look.bulletColor === undefined ? null : { text: '•', style: { ...style, color: look.bulletColor } },
    lineSpacing: { parts: 1.05 },
    before: { parts: 0.45 },
    after: { length: 0 },
  };
}

const scale = { pixels: 1, letters: 1, tighter: 0 };

function bodyLines({ title, text }: DeckPage): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && line !== title);
}

/** Draws a picture with round corners, either covering a box or complete inside it. */
function drawCard(context: SKRSContext2D, picture: Canvas, box: Box, radius: number, isWhole: boolean): void {
  const fit = isWhole ? Math.min : Math.max;
  const size = fit(box.width / picture.width, box.height / picture.height);
  const width = picture.width * size;
  const height = picture.height * size;
  const x = box.x + (box.width - width) / 2;
  const y = box.y + (box.height - height) / 2;
  context.save();
  context.beginPath();
  if (isWhole) context.roundRect(x, y, width, height, radius);
  else context.roundRect(box.x, box.y, box.width, box.height, radius);
  context.clip();
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, width, height);
  context.restore();
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function textFrame(box: Box, anchor: TextFrame['anchor']): TextFrame {
  return { ...box, anchor, isWrapped: true, minLetters: 0.35 };
}

interface Content {
  readonly title: string;
  readonly lines: readonly string[];
  readonly picture: Canvas | null;
  /** True if the picture shows the page itself. */
  readonly isWhole: boolean;
}

function inset(frame: Size, margin: number): Box {
  return { x: margin, y: margin, width: frame.width - 2 * margin, height: frame.height - 2 * margin };
}

/** Divides a box between lines and picture. One of them alone gets the whole box. */
function shareBox(box: Box, hasBoth: boolean, gap: number): { readonly text: Box; readonly picture: Box } {
  if (!hasBoth) return { text: box, picture: box };
  if (box.width > box.height) {
    const width = (box.width - gap) / 2;
    return { text: { ...box, width }, picture: { ...box, x: box.x + width + gap, width } };
  }
  const height = (box.height - gap) / 2;
  return { text: { ...box, height }, picture: { ...box, y: box.y + height + gap, height } };
}

/** Draws the headline. @returns the height it takes from the box */
function drawHeadline(
  context: SKRSContext2D,
  theme: SlideshowTheme,
  box: Box,
  content: Content,
  unit: number,
): number {
  const { title, lines, picture } = content;
  if (title === '') return 0;
  const isAlone = lines.length === 0 && picture === null;
  const height = isAlone ? box.height * 0.62 : Math.min(box.height * 0.24, 18 * unit);
  const { fonts, colors, layout } = theme;
  const look = {
    size: (isAlone ? 8 : 5.6) * unit,
    color: colors.ink,
    align: layout.align,
    ...fonts.headline,
  };
  drawMark(context, theme, { ...box, height }, unit);
  drawText(context, [paragraphOf(title, look)], textFrame({ ...box, height }, 'b'), scale);
  return height + 5 * unit;
}

function drawContent(context: SKRSContext2D, theme: SlideshowTheme, frame: Size, content: Content): void {
  const unit = Math.min(frame.width, frame.height * 1.4) / 100;
  const margin = 6 * unit;
  const { colors, fonts, layout } = theme;
  const { lines, picture, isWhole } = content;
  const inner = inset(frame, margin);
  const taken = drawHeadline(context, theme, inner, content, unit);
  const below = { ...inner, y: inner.y + taken, height: inner.height - taken };
  const boxes = shareBox(below, lines.length > 0 && picture !== null, margin);
  const text = { size: 3.6 * unit, color: colors.ink, align: layout.align, ...fonts.text };
  const hasBullets = lines.length > 1 && layout.align === 'left';
  const look = hasBullets ? { ...text, bulletColor: colors.accent } : text;
  const paragraphs = lines.map((line) => paragraphOf(line, look));
  if (lines.length > 0) drawText(context, paragraphs, textFrame(boxes.text, 't'), scale);
  const radius = (layout.cornerPercent / 100) * frame.height;
  if (picture) drawCard(context, picture, boxes.picture, radius, isWhole);
}

async function contentOf(request: DrawThemedPageRequest, control: TaskControl): Promise<Content> {
  const { path, pageIndex, width, height } = request;
  const page = (await readDeck(path, control)).pages[pageIndex];
  const lines = page ? bodyLines(page) : [];
  const isSlide = (await deckKindOf(path)) === 'slides';
  const isWhole = lines.length > maxLines || (lines.length === 0 && (!page || page.title === ''));
  if (isWhole) {
    const picture = await drawPage(path, pageIndex, { width, height }, control);
    return { title: '', lines: [], picture, isWhole };
  }
  const picture = isSlide ? await largestPicture(path, pageIndex, control) : null;
  return { title: page?.title ?? '', lines, picture, isWhole: false };
}

/** Draws the text and pictures of a page in another look and writes it as PNG. */
export async function drawThemedPage(request: DrawThemedPageRequest, control: TaskControl): Promise<null> {
  const frame = { width: request.width, height: request.height };
  const theme = await themeOfLook(request.look, control);
  const content = await contentOf(request, control);
  const canvas = createCanvas(frame.width, frame.height);
  const context = canvas.getContext('2d');
  drawBackdrop(context, theme, frame);
  drawContent(context, theme, frame, content);
  await writePage(canvas, frame, request.outputPath);
  return null;
}
