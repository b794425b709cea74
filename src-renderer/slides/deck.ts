/** One slide of a deck, or page of a document. */
export interface DeckSlide {
  /** Empty if the slide has none. */
  readonly title: string;
  /** Speaker notes; empty if there are none. */
  readonly notes: string;
}

/** Slides of a file in order, without those that the presentation hides. */
export interface Deck {
  readonly slides: readonly DeckSlide[];
  /** Draws a slide as wide as the canvas is shown on the page. Null if only the texts can be read. */
  readonly draw: ((index: number, canvas: HTMLCanvasElement) => Promise<void>) | null;
  close(): void;
}
