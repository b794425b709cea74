import type { TaskOptions } from '../task-options.ts';
import type { SlideLook } from './slide-look.ts';

/** Reads PDF and PowerPoint decks and draws their pages. Paths in, paths out. */
export interface DocumentTools {
  /** @throws MediaError `unreadable_media` for what is no deck, damaged, encrypted or too large */
  openDeck(path: string, options: TaskOptions): Promise<Deck>;
  /** A page as it is, whole and centred in the frame, as PNG. */
  renderPage(request: RenderPageRequest, options: TaskOptions): Promise<void>;
  /** What a page says and shows, laid out again in another look, as PNG. */
  drawThemedPage(request: DrawThemedPageRequest, options: TaskOptions): Promise<void>;
}

export interface Deck {
  /** In order; at most 300. */
  readonly pages: readonly DeckPage[];
}

export interface DeckPage {
  /** Its headline; empty where it has none. */
  readonly title: string;
  /** Everything written on it, in reading order. */
  readonly text: string;
  /** What the speaker is to say; empty where nothing is noted. */
  readonly notes: string;
}

export interface RenderPageRequest {
  readonly path: string;
  /** From 0. */
  readonly pageIndex: number;
  /** Pixels of the frame. */
  readonly width: number;
  readonly height: number;
  readonly outputPath: string;
}

export interface DrawThemedPageRequest extends RenderPageRequest {
  readonly look: SlideLook;
}
