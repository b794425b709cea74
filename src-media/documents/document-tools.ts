import type { FileType } from '../../src-shared/api/files.ts';
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
  /** Describes the kind and the beginning of a document. @throws MediaError `unreadable_media` if it is damaged */
  describe(request: DescribeDocumentRequest, options: TaskOptions): Promise<DocumentDescription>;
  /** Whether a file is a JSON object, as animations are. */
  isAnimation(path: string, options: TaskOptions): Promise<boolean>;
}

export interface DescribeDocumentRequest {
  readonly path: string;
  readonly type: FileType | null;
  readonly mimeType: string | null;
}

export interface DocumentDescription {
  readonly description: string;
  /** Words in the document, for a search index. */
  readonly searchText: string;
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
