import type { TaskOptions } from '../task-options.ts';
import type { SlideLook } from './slide-look.ts';

/** Reads PDF and PowerPoint decks and draws their pages. The tools read and write files by path. */
export interface DocumentTools {
  /**
   * Reads a deck.
   *
   * @throws MediaError `unreadable_media` if the file is no deck or damaged, `media_too_large`, `protected_document`,
   * `old_document`
   */
  openDeck(path: string, options: TaskOptions): Promise<Deck>;
  /** Draws a page unchanged, complete and centred in the frame, as PNG. */
  renderPage(request: RenderPageRequest, options: TaskOptions): Promise<void>;
  /** Draws the text and pictures of a page in another look, as PNG. */
  drawThemedPage(request: DrawThemedPageRequest, options: TaskOptions): Promise<void>;
}

export interface Deck {
  /** At most 300, in order. */
  readonly pages: readonly DeckPage[];
}

export interface DeckPage {
  /** Headline of the page; empty if it has none. */
  readonly title: string;
  /** All text of the page, in reading order. */
  readonly text: string;
  /** Speaker notes; empty if there are none. */
  readonly notes: string;
}

export interface RenderPageRequest {
  readonly path: string;
  /** Zero-based. */
  readonly pageIndex: number;
  /** Pixels of the frame. */
  readonly width: number;
  readonly height: number;
  readonly outputPath: string;
}

export interface DrawThemedPageRequest extends RenderPageRequest {
  readonly look: SlideLook;
}
