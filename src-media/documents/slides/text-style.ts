import type { FontFace } from '../../fonts/font-faces.ts';
import { emuPerPoint, fillIn } from './fills.ts';
import { placeKindOf } from './placeholders.ts';
import type { Slide } from './presentation.ts';
import { cssColor } from './slide-colors.ts';
import { attributeOf, childOf, type Element, flagOf, numberOf } from './xml-tree.ts';

/** Style of a run of text. */
export interface RunStyle {
  /** In EMU. */
  readonly size: number;
  readonly weight: 400 | 700;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  readonly isStruck: boolean;
  readonly isUpper: boolean;
  readonly color: string;
  readonly face: FontFace;
  /** Baseline shift upwards, as a share of the size. */
  readonly rise: number;
}

const faces: readonly (readonly [RegExp, FontFace])[] = [
  [/mono|courier|consol|\bcode\b/iu, 'mono'],
  [/playfair|didot|bodoni/iu, 'elegant'],
  [
    /times|georgia|garamond|cambria|palatino|slab|merriweather|baskerville|book antiqua|(?<!sans[ -])serif/iu,
    'serif',
  ],
  [/oswald|impact|bebas|condensed|narrow/iu, 'condensed'],
  [/comic|caveat|script|hand|brush/iu, 'hand'],
  [/rounded|nunito|fredoka|quicksand/iu, 'rounded'],
];

/** Returns the bundled face closest to a slide's typeface. */
function faceFor(typeface: string): FontFace {
  return faces.find(([names]) => names.test(typeface))?.[1] ?? 'sans';
}

function firstOf<Value>(
  elements: readonly (Element | null)[],
  read: (element: Element) => Value | null,
): Value | null {
  for (const element of elements) {
    const value = element && read(element);
    if (value !== null && value !== undefined) return value;
  }
  return null;
}

function masterStyle(slide: Slide, shape: Element): Element | null {
  const kind = placeKindOf(shape);
  const name = kind === 'title' ? 'titleStyle' : kind === 'body' ? 'bodyStyle' : 'otherStyle';
  return childOf(slide.master, 'txStyles', name);
}

/** Resolves the text style of a shape from all its sources, the nearest first. */
export class TextStyle {
  readonly #slide: Slide;
  readonly #chain: readonly Element[];
  readonly #base: readonly (Element | null)[];
  readonly #fallback: string | null;

  /**
   * @param chain the shape and the shapes it inherits from
   * @param fallback CSS colour of the text if no source defines one
   */
  constructor(slide: Slide, chain: readonly [Element, ...Element[]], fallback: string | null = null) {
    this.#slide = slide;
    this.#chain = chain;
    this.#base = [masterStyle(slide, chain[0]), slide.defaults];
    this.#fallback = fallback;
  }

  /** Reads a property of the text frame. */
  frame<Value>(read: (properties: Element) => Value | null): Value | null {
    return firstOf(
      this.#chain.map((shape) => childOf(shape, 'txBody', 'bodyPr')),
      read,
    );
  }

  #levels(paragraph: Element): { own: (Element | null)[]; base: (Element | null)[] } {
    const properties = childOf(paragraph, 'pPr');
    const name = `lvl${(numberOf(properties, 'lvl') ?? 0) + 1}pPr`;
    const lists = this.#chain.map((shape) => childOf(shape, 'txBody', 'lstStyle', name));
    return { own: [properties, ...lists], base: this.#base.map((style) => childOf(style, name)) };
  }

  /** Reads a property of a paragraph. */
  paragraph<Value>(paragraph: Element, read: (properties: Element) => Value | null): Value | null {
    const { own, base } = this.#levels(paragraph);
    return firstOf([...own, ...base], read);
  }

  /** @param run null for an empty paragraph */
  run(paragraph: Element, run: Element | null): RunStyle {
    const { own, base } = this.#levels(paragraph);
    const properties = run ? childOf(run, 'rPr') : childOf(paragraph, 'endParaRPr');
    const near = [properties, ...own.map((level) => childOf(level, 'defRPr'))];
    const all = [...near, ...base.map((level) => childOf(level, 'defRPr'))];
    const flag = (name: string) => firstOf(all, (each) => flagOf(each, name)) ?? false;
    const word = (name: string) => firstOf(all, (each) => attributeOf(each, name)) ?? 'none';
    return {
      size: ((firstOf(all, (each) => numberOf(each, 'sz')) ?? 1800) / 100) * emuPerPoint,
      weight: flag('b') ? 700 : 400,
      isItalic: flag('i'),
      isUnderlined: word('u') !== 'none' || childOf(properties, 'hlinkClick') !== null,
      isStruck: /^(?:sng|dbl)Strike$/u.test(word('strike')),
      isUpper: word('cap') === 'all',
      color: this.#color(properties, near, all),
      face: this.#face(all),
      rise: (firstOf(all, (each) => numberOf(each, 'baseline')) ?? 0) / 100_000,
    };
  }

  #color(
    properties: Element | null,
    near: readonly (Element | null)[],
    all: readonly (Element | null)[],
  ): string {
    const { colors } = this.#slide;
    const own = (each: Element) => {
      const fill = fillIn(each);
      return fill && (colors.of(fill) ?? colors.of(childOf(fill, 'gsLst', 'gs')));
    };
    const isLink = childOf(properties, 'hlinkClick') !== null;
    const color = (isLink ? colors.named('hlink') : null) ?? firstOf(near, own);
    const styled = color ?? colors.of(childOf(this.#chain[0], 'style', 'fontRef'));
    if (!styled && this.#fallback !== null) return this.#fallback;
    return cssColor(styled ?? firstOf(all, own) ?? colors.named('tx1'));
  }

  #face(all: readonly (Element | null)[]): FontFace {
    const typeface = firstOf(all, (each) => attributeOf(childOf(each, 'latin'), 'typeface')) ?? '+mn-lt';
    const fonts = childOf(this.#slide.theme, 'themeElements', 'fontScheme');
    const part = /^\+mj/u.test(typeface) ? 'majorFont' : 'minorFont';
    const own = typeface.startsWith('+') ? attributeOf(childOf(fonts, part, 'latin'), 'typeface') : typeface;
    return faceFor(own ?? '');
  }
}
