import { open } from 'node:fs/promises';
import { count, lengthInWords } from '../../text/length-in-words.ts';
import type { DescribeDocumentRequest, DocumentDescription } from '../document-tools.ts';
import { readSlideTexts } from './read-slide-texts.ts';

const maxTextBytes = 1024 * 1024;
const maxPdfBytes = 64 * 1024 * 1024;
/** Parsed at once, which takes many times as much memory. */
const maxAnimationBytes = 24 * 1024 * 1024;
const quotedCharacters = 120;

async function readStart(path: string, maxBytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, maxBytes));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns the first words of a text in quotation marks; empty for a text without words. */
function quoteOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= quotedCharacters) return line === '' ? '' : `: “${line}”`;
  const start = line.slice(0, quotedCharacters);
  const end = start.lastIndexOf(' ');
  return `: “${end > quotedCharacters / 2 ? start.slice(0, end) : start}…”`;
}

/** Counts words by Unicode rules, also in scripts without spaces. */
function countWords(text: string): number {
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (isWordLike) words += 1;
  }
  return words;
}

async function describeText(path: string): Promise<DocumentDescription> {
  const text = (await readStart(path, maxTextBytes)).toString('utf8').replace(/^\uFEFF/u, '');
  return { description: `A text of ${count(countWords(text), 'word')}${quoteOf(text)}.`, searchText: text };
}

/** Reads the title and page count, if the PDF stores them uncompressed. */
async function describePdf(path: string): Promise<DocumentDescription> {
  const text = (await readStart(path, maxPdfBytes)).toString('latin1');
  const pages = text.match(/\/Type\s*\/Page(?![a-zA-Z])/gu)?.length ?? 0;
  const [, title = ''] = /\/Title\s*\(((?:[^()\\]|\\.){1,200})\)/u.exec(text) ?? [];
  const plainTitle = /^[\x20-\x7e]+$/u.test(title) ? title.replaceAll(/\\(.)/gu, '$1') : '';
  const length = pages > 0 ? ` of ${count(pages, 'page')}` : '';
  return { description: `A PDF document${length}${quoteOf(plainTitle)}.`, searchText: plainTitle };
}

async function describeSlides(path: string, mimeType: string | null): Promise<DocumentDescription> {
  if (mimeType === 'application/vnd.ms-powerpoint') return { description: 'A slideshow.', searchText: '' };
  const slides = await readSlideTexts(path);
  const searchText = slides.join('\n');
  return {
    description: `A slideshow of ${count(slides.length, 'slide')}${quoteOf(searchText)}.`,
    searchText,
  };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

async function describeAnimation(path: string): Promise<DocumentDescription> {
  const parsed: unknown = JSON.parse((await readStart(path, maxAnimationBytes)).toString('utf8'));
  const facts: Record<string, unknown> = typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  const { w, h, fr, ip, op, nm, layers } = facts;
  const rate = numberOf(fr);
  const seconds = rate > 0 ? (numberOf(op) - numberOf(ip)) / rate : 0;
  const parts = [
    seconds > 0 ? `, ${lengthInWords(seconds)} long` : '',
    numberOf(w) > 0 && numberOf(h) > 0 ? `, ${numberOf(w)} × ${numberOf(h)} pixels` : '',
    Array.isArray(layers) ? `, ${count(layers.length, 'layer')}` : '',
  ];
  const name = typeof nm === 'string' ? nm.slice(0, 200) : '';
  return { description: `An animated drawing${parts.join('')}${quoteOf(name)}.`, searchText: name };
}

/** Whether a file is a JSON object of a size that an animation can have. */
export async function isAnimation(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    if ((await file.stat()).size > maxAnimationBytes) return false;
    const value: unknown = JSON.parse((await file.readFile()).toString('utf8'));
    return typeof value === 'object' && value !== null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  } finally {
    await file.close();
  }
}

/** Describes a document's kind and its beginning. @throws MediaError for a damaged slideshow; SyntaxError for a damaged animation */
export async function describeDocument(request: DescribeDocumentRequest): Promise<DocumentDescription> {
  const { path, type, mimeType } = request;
  if (type === 'PDF') return describePdf(path);
  if (type === 'SLIDESHOW') return describeSlides(path, mimeType);
  return type === 'LOTTIE' ? describeAnimation(path) : describeText(path);
}
