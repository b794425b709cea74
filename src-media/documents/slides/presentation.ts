import { MediaError } from '../../media-error.ts';
import type { Size } from '../fit-inside.ts';
import { deckLimits } from '../open-limits.ts';
import { SlideColors } from './slide-colors.ts';
import type { SlidePackage } from './slide-package.ts';
import { attributeOf, childOf, childrenOf, type Element, numberOf, relationOf } from './xml-tree.ts';

/** One of the sheets that make up a slide: the slide itself, its layout or its master. */
export interface Sheet {
  readonly part: string;
  readonly root: Element;
}

/** A slide with the sheets it inherits from, nearest first. */
export interface Slide {
  readonly number: number;
  readonly sheets: readonly [Sheet, ...Sheet[]];
  readonly master: Element | null;
  readonly theme: Element | null;
  readonly colors: SlideColors;
  readonly defaults: Element | null;
}

const usualSize: Size = { width: 12_192_000, height: 6_858_000 };

/** Visible slides of a PowerPoint file, in order. */
export class Presentation {
  readonly #package: SlidePackage;
  readonly #root: Element;
  readonly #slideParts: readonly string[];

  private constructor(slidePackage: SlidePackage, root: Element, slideParts: readonly string[]) {
    this.#package = slidePackage;
    this.#root = root;
    this.#slideParts = slideParts;
  }

  /**
   * Opens a presentation.
   *
   * @throws MediaError `unreadable_media` if the package is no presentation, `media_too_large` for too many slides
   */
  static async open(slidePackage: SlidePackage): Promise<Presentation> {
    const part = await slidePackage.related('', 'officeDocument');
    const root = part === null ? null : await slidePackage.root(part);
    if (part === null || root?.localName !== 'presentation') {
      throw new MediaError('unreadable_media', 'The file is no PowerPoint presentation.');
    }
    const relations = await slidePackage.relations(part);
    const ids = childrenOf(childOf(root, 'sldIdLst'), 'sldId').map((slide) => relationOf(slide, 'id'));
    const parts = ids.map((id) => relations.find((relation) => relation.id === id)?.target ?? '');
    if (parts.length > deckLimits.pages) {
      throw new MediaError('media_too_large', `The presentation has more than ${deckLimits.pages} slides.`);
    }
    const shown: string[] = [];
    for (const slide of parts) {
      const slideRoot = await slidePackage.root(slide);
      if (slideRoot && attributeOf(slideRoot, 'show') !== '0') shown.push(slide);
    }
    return new Presentation(slidePackage, root, shown);
  }

  get slideCount(): number {
    return this.#slideParts.length;
  }

  /** In EMU; 12,700 EMU are one point. */
  get size(): Size {
    const size = childOf(this.#root, 'sldSz');
    const { width, height } = usualSize;
    return { width: numberOf(size, 'cx') ?? width, height: numberOf(size, 'cy') ?? height };
  }

  /** @throws MediaError `unreadable_media` when there is no such slide */
  async slide(index: number): Promise<Slide> {
    const part = this.#slideParts[index];
    const root = part === undefined ? null : await this.#package.root(part);
    if (part === undefined || !root) throw new MediaError('unreadable_media', 'There is no such slide.');
    const layout = await this.#sheetBehind(part, 'slideLayout');
    const master = layout && (await this.#sheetBehind(layout.part, 'slideMaster'));
    const theme = master && (await this.#sheetBehind(master.part, 'theme'));
    const behind = [layout, master].filter((sheet) => sheet !== null);
    const map = childOf(root, 'clrMapOvr', 'overrideClrMapping') ?? childOf(master?.root, 'clrMap');
    return {
      number: index + 1,
      sheets: [{ part, root }, ...behind],
      master: master?.root ?? null,
      theme: theme?.root ?? null,
      colors: new SlideColors(theme?.root ?? null, map),
      defaults: childOf(this.#root, 'defaultTextStyle'),
    };
  }

  async #sheetBehind(part: string, type: string): Promise<Sheet | null> {
    const target = await this.#package.related(part, type);
    const root = target === null ? null : await this.#package.root(target);
    return target !== null && root ? { part: target, root } : null;
  }

  /** Returns the speaker notes of a slide; empty if there are none. */
  async notesOf(slide: Slide): Promise<string> {
    const notes = await this.#sheetBehind(slide.sheets[0].part, 'notesSlide');
    const shapes = childrenOf(childOf(notes?.root, 'cSld', 'spTree'), 'sp');
    const body = shapes.find(
      (shape) => attributeOf(childOf(shape, 'nvSpPr', 'nvPr', 'ph'), 'type') === 'body',
    );
    return textOf(body).trim();
  }
}

/** Returns all text of a shape, with one line per paragraph. */
export function textOf(shape: Element | null | undefined): string {
  return childrenOf(childOf(shape, 'txBody'), 'p')
    .map((paragraph) =>
      childrenOf(paragraph)
        .map((run) => (run.localName === 'br' ? '\n' : (childOf(run, 't')?.textContent ?? '')))
        .join(''),
    )
    .join('\n');
}
