import { isSpeakable, textColumns, unspacedLetters } from './speakable.ts';

/** HTML tags that writers put into plain scripts. Other text in angle brackets is spoken. */
const htmlTag = /<\/?(?:a|b|br|div|em|h[1-6]|i|li|ol|p|span|strong|u|ul)(?:\s[^<>]*)?\/?>/giu;

const comment = /<!--.{0,2000}?-->/gu;
const picture = /!\[[^\]]{0,2000}\]\([^()\s]*\)/gu;
const link = /\[([^\][]+)\](\([^()\s]*\))/gu;

/** Part of a script, as offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Lists the unspoken parts of a script: comments, tags, pictures, link targets; in order, without overlaps. */
export function unspokenRanges(script: string): TextRange[] {
  const ranges: TextRange[] = [];
  let lineStart = 0;
  for (const line of script.split('\n')) {
    if (/[<\]]/.test(line)) ranges.push(...unspokenIn(line, lineStart));
    lineStart += line.length + 1;
  }
  return ranges;
}

function unspokenIn(line: string, lineStart: number): TextRange[] {
  const found = [comment, htmlTag, picture, link].flatMap((pattern) =>
    [...line.matchAll(pattern)].map((match) => {
      const end = match.index + match[0].length;
      const isLink = pattern === link;
      return {
        start: lineStart + (isLink ? end - (match[2]?.length ?? 0) : match.index),
        end: lineStart + end,
      };
    }),
  );
  let reached = 0;
  return found
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      const isApart = start >= reached;
      reached = Math.max(reached, end);
      return isApart;
    });
}

/**
 * Removes the unspoken marks of Markdown from a line: emphasis, code marks, link targets, images. Keeps the letters,
 * digits and punctuation of the text itself. Every pattern is bounded or begins at few places, so that a row of a
 * hundred thousand marks does not take quadratic time.
 */
function stripMarkup(line: string): string {
  return line
    .replace(comment, ' ')
    .replace(htmlTag, ' ')
    .replace(picture, ' ')
    .replace(link, '$1')
    .replace(/(\*\*|__|~~)(?=\S)(.{1,2000}?)(?<=\S)\1/gu, '$2')
    .replace(/(?<![\p{L}\p{N}*\\])\*(?=[^\s*])([^*]+?)(?<=[^\s\\])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_\\])_(?=[^\s_])([^_]+?)(?<=\S)_(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/(?<!`)`+([^`]+)`+/gu, '$1')
    .replace(/\\([*_`#>~[\]()!-])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** A piece of a script between blank lines. */
export interface ScriptBlock {
  readonly isHeading: boolean;
  /** Runs of text, each on one line and with something to speak. A sentence never spans two of them. */
  readonly passages: readonly string[];
}

type Line =
  | { readonly kind: 'blank' }
  | { readonly kind: 'heading' | 'item' | 'text'; readonly text: string; readonly isIndented: boolean };

type RawBlock = { kind: 'heading' | 'text' | 'list'; lines: string[] };

const longestHeadingColumns = 60;
const longestHeadingWords = 10;

/** Parses the structure of a script: headings, paragraphs, lists. Markdown is optional. */
export function readBlocks(script: string): ScriptBlock[] {
  const lines = script
    .replace(/\r\n?|[\u2028\u0085\v\f]/gu, '\n')
    .replace(/\u2029/gu, '\n\n')
    .replace(/[\p{Cc}\uFEFF\u200B]/gu, (sign) => (sign === '\n' ? '\n' : sign === '\t' ? ' ' : ''))
    .split('\n')
    .map(readLine);
  return markPlainHeadings(groupLines(lines));
}

function readLine(line: string): Line {
  const bare = line.replace(/^(\s*>)+\s?/u, '');
  const heading = /^\s{0,3}#{1,6}\s+(\S.*)$/u.exec(bare)?.[1]?.replace(/(?<=\s)#{1,10}\s*$/u, '');
  const item = /^\s*(?:[-*+•‣◦▪●○■□–—·]|\[[ xX]\])\s+(?:\[[ xX]\]\s+)?(.+)$/u.exec(bare)?.[1];
  const numbered = /^\s*\d{1,3}[.)]\s+\S/u.test(bare);
  const text = stripMarkup(heading ?? item ?? bare);
  if (!isSpeakable(text)) return { kind: 'blank' };
  const kind = heading !== undefined ? 'heading' : item !== undefined || numbered ? 'item' : 'text';
  return { kind, text, isIndented: /^\s{2,}/u.test(bare) };
}

function groupLines(lines: readonly Line[]): RawBlock[] {
  const blocks: RawBlock[] = [];
  let open: RawBlock | null = null;
  let afterBlank = false;
  for (const line of lines) {
    if (line.kind === 'blank') {
      afterBlank = true;
      continue;
    }
    const goesOn: boolean = open !== null && continuesBlock(open, line, afterBlank);
    if (open && goesOn) addLine(open, line);
    else blocks.push((open = { kind: blockKind(line.kind), lines: [line.text] }));
    afterBlank = false;
  }
  return blocks;
}

function blockKind(kind: 'heading' | 'item' | 'text'): RawBlock['kind'] {
  return kind === 'item' ? 'list' : kind;
}

function continuesBlock(
  open: RawBlock,
  line: Exclude<Line, { kind: 'blank' }>,
  afterBlank: boolean,
): boolean {
  if (line.kind === 'item') return open.kind === 'list';
  if (line.kind === 'heading' || afterBlank) return false;
  return open.kind === 'text' || (open.kind === 'list' && line.isIndented);
}

function addLine(open: RawBlock, line: Exclude<Line, { kind: 'blank' }>): void {
  const last = open.lines.length - 1;
  if (open.kind === 'list' && line.kind === 'text')
    open.lines[last] = `${open.lines[last] ?? ''} ${line.text}`;
  else open.lines.push(line.text);
}

/** Marks short lines that stand alone above other text as headings. */
function markPlainHeadings(blocks: readonly RawBlock[]): ScriptBlock[] {
  return blocks.map((block, index) => {
    const next = blocks.slice(index + 1, index + 3).find((later) => !looksLikeHeading(later));
    const isHeading =
      block.kind === 'heading' || (looksLikeHeading(block) && next !== undefined && next.kind !== 'heading');
    return { isHeading, passages: block.kind === 'text' ? joinWrappedLines(block.lines) : block.lines };
  });
}

function looksLikeHeading(block: RawBlock): boolean {
  const [line = ''] = block.lines;
  return (
    block.kind === 'text' &&
    block.lines.length === 1 &&
    textColumns(line) <= longestHeadingColumns &&
    line.split(/\s+/u).length <= longestHeadingWords &&
    !/[\p{Sentence_Terminal}…:;,、，；：][\p{Pe}\p{Pf}"']*$/u.test(line)
  );
}

/**
 * Joins lines that an editor wrapped at its margin. A short line stays a passage of its own, unless it ends a sentence
 * or the next one begins with a small letter.
 */
function joinWrappedLines(lines: readonly string[]): string[] {
  const margin = Math.max(...lines.map(textColumns));
  const passages: string[] = [];
  lines.forEach((line, index) => {
    const previous = lines[index - 1];
    const open = passages.at(-1);
    if (previous === undefined || open === undefined || !isWrapped(previous, line, margin))
      passages.push(line);
    else passages[passages.length - 1] = joinLines(open, line);
  });
  return passages;
}

function isWrapped(line: string, next: string, margin: number): boolean {
  if (/[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}"']*$/u.test(line)) return true;
  if (/^\p{Ll}/u.test(next)) return true;
  return margin >= 50 && textColumns(line) >= margin * 0.6;
}

/** Joins two lines of one passage; scripts without spaces between words get none at the break. */
export function joinLines(line: string, next: string): string {
  const isUnspaced = unspacedLetters.test(line.slice(-1)) && unspacedLetters.test(next.slice(0, 1));
  return isUnspaced || /[。、！？」』），]$/u.test(line) ? line + next : `${line} ${next}`;
}
