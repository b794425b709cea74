import { cssColor, type SlideColors } from './slide-colors.ts';
import type { RunStyle, TextStyle } from './text-style.ts';
import { attributeOf, childOf, childrenOf, type Element, flagOf, numberOf } from './xml-tree.ts';

/** A piece of text in one style. A line break is a separate run. */
export interface TextRun {
  readonly text: string;
  readonly style: RunStyle;
}

/** A paragraph ready to be laid out; lengths are in EMU. */
export interface Paragraph {
  readonly runs: readonly TextRun[];
  /** Style of an empty line. */
  readonly plain: RunStyle;
  readonly align: string;
  readonly isRightToLeft: boolean;
  readonly marginLeft: number;
  readonly indent: number;
  readonly bullet: { readonly text: string; readonly style: RunStyle } | null;
  /** Line spacing as a multiple of the usual height, or in EMU. */
  readonly lineSpacing: Spacing;
  readonly before: Spacing;
  readonly after: Spacing;
}

export type Spacing = { readonly parts: number } | { readonly length: number };

const romanSigns: readonly (readonly [number, string])[] = [
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(number: number): string {
  const sign = romanSigns.find(([value]) => value <= number);
  return sign ? sign[1] + roman(number - sign[0]) : '';
}

function numbered(kind: string, number: number): string {
  const letter = String.fromCharCode(97 + ((number - 1) % 26));
  const sign = /^roman/u.test(kind) ? roman(number) : /^alpha/u.test(kind) ? letter : String(number);
  const written = /Uc/u.test(kind) ? sign.toUpperCase() : sign;
  return /ParenBoth/u.test(kind) ? `(${written})` : /ParenR/u.test(kind) ? `${written})` : `${written}.`;
}

/** Maps letters in symbol fonts to the signs they show. */
const symbolBullets: Readonly<Record<string, string>> = { '§': '▪', ü: '✓', Ø: '➢', v: '❖', q: '❑', à: '→' };

class Numbering {
  readonly #counts = new Map<number, { kind: string; next: number }>();

  next(level: number, kind: string, start: number): number {
    for (const other of this.#counts.keys()) if (other > level) this.#counts.delete(other);
    const known = this.#counts.get(level);
    const number = known?.kind === kind ? known.next : start;
    this.#counts.set(level, { kind, next: number + 1 });
    return number;
  }

  end(level: number): void {
    this.#counts.delete(level);
  }
}

function bulletText(properties: Element | null, level: number, numbering: Numbering): string | null {
  if (properties?.localName === 'buAutoNum') {
    const kind = attributeOf(properties, 'type') ?? 'arabicPeriod';
    return numbered(kind, numbering.next(level, kind, numberOf(properties, 'startAt') ?? 1));
  }
  numbering.end(level);
  if (properties?.localName === 'buBlip') return '•';
  return properties?.localName === 'buChar' ? (attributeOf(properties, 'char') ?? '•') : null;
}

function spacing(element: Element | null, usual: Spacing): Spacing {
  const parts = numberOf(childOf(element, 'spcPct'), 'val');
  const points = numberOf(childOf(element, 'spcPts'), 'val');
  if (points !== null) return { length: points * 127 };
  return parts === null ? usual : { parts: parts / 100_000 };
}

function runsOf(paragraph: Element, style: TextStyle, slideNumber: number): TextRun[] {
  return childrenOf(paragraph).flatMap((run) => {
    if (run.localName === 'br') return [{ text: '\n', style: style.run(paragraph, run) }];
    if (run.localName !== 'r' && run.localName !== 'fld') return [];
    const isNumber = attributeOf(run, 'type') === 'slidenum';
    const written = isNumber ? String(slideNumber) : (childOf(run, 't')?.textContent ?? '');
    const look = style.run(paragraph, run);
    const text = written.replace(/[\t\v\r\n]+/gu, ' ');
    return text === '' ? [] : [{ text: look.isUpper ? text.toUpperCase() : text, style: look }];
  });
}

type Get = <Value>(read: (properties: Element) => Value | null) => Value | null;

function bulletStyle(get: Get, look: RunStyle, colors: SlideColors): RunStyle {
  const color = get((each) => colors.of(childOf(each, 'buClr')));
  const share = (get((each) => numberOf(childOf(each, 'buSzPct'), 'val')) ?? 100_000) / 100_000;
  const plain = { ...look, size: look.size * share, isUnderlined: false, isItalic: false, rise: 0 };
  return color ? { ...plain, color: cssColor(color) } : plain;
}

const bulletNames = /^bu(?:Char|AutoNum|None|Blip)$/u;

function bulletSign(get: Get, level: number, numbering: Numbering): string | null {
  const sign = get(
    (each) => childrenOf(each).find(({ localName }) => bulletNames.test(localName ?? '')) ?? null,
  );
  const written = bulletText(sign, level, numbering);
  const font = get((each) => attributeOf(childOf(each, 'buFont'), 'typeface')) ?? '';
  return written !== null && /wingdings|symbol/iu.test(font) ? (symbolBullets[written] ?? '•') : written;
}

function formOf(get: Get) {
  return {
    align: get((each) => attributeOf(each, 'algn')) ?? 'l',
    isRightToLeft: get((each) => flagOf(each, 'rtl')) ?? false,
    marginLeft: get((each) => numberOf(each, 'marL')) ?? 0,
    indent: get((each) => numberOf(each, 'indent')) ?? 0,
    lineSpacing: spacing(
      get((each) => childOf(each, 'lnSpc')),
      { parts: 1 },
    ),
    before: spacing(
      get((each) => childOf(each, 'spcBef')),
      { length: 0 },
    ),
    after: spacing(
      get((each) => childOf(each, 'spcAft')),
      { length: 0 },
    ),
  };
}

/** Reads the paragraphs of a text with resolved styles. */
export function readParagraphs(
  body: Element | null,
  style: TextStyle,
  colors: SlideColors,
  slideNumber: number,
): Paragraph[] {
  const numbering = new Numbering();
  return childrenOf(body, 'p').map((paragraph) => {
    const get: Get = (read) => style.paragraph(paragraph, read);
    const runs = runsOf(paragraph, style, slideNumber);
    const plain = style.run(paragraph, null);
    const level = numberOf(childOf(paragraph, 'pPr'), 'lvl') ?? 0;
    const text = runs.length > 0 ? bulletSign(get, level, numbering) : null;
    const look = runs[0]?.style ?? plain;
    const bullet = text === null ? null : { text, style: bulletStyle(get, look, colors) };
    return { runs, plain, bullet, ...formOf(get) };
  });
}
