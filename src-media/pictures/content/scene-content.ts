/** The message of a picture, taken from the scene's words. All its texts appear verbatim in the scene. */
export type SceneMessage =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'figure'; readonly figure: Figure }
  | { readonly kind: 'quote'; readonly text: string; readonly speaker: string | null }
  | { readonly kind: 'question'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | { readonly kind: 'comparison'; readonly sides: readonly [ListItem, ListItem] }
  | {
      readonly kind: 'statement';
      readonly text: string | null;
      /** The rest of its sentence, before and after; null if there is none or too much. */
      readonly lead: string | null;
      readonly tail: string | null;
    };

export interface Figure {
  /** As written, such as `72%` or `$4.5 million`. */
  readonly text: string;
  /** Words before and after the figure; null if there are none or too many. */
  readonly lead: string | null;
  readonly tail: string | null;
  readonly sort: 'share' | 'money' | 'amount' | 'date' | 'year';
  /** Years to mark on a line; empty for other sorts. */
  readonly years: readonly number[];
  /** Whether it says how much something rose or fell; null for other numbers. */
  readonly trend: 'up' | 'down' | null;
  /** Percentage of a whole, as 0 to 1; else null. */
  readonly share: number | null;
}

export interface ListItem {
  readonly text: string;
  /** Name in the icon set, or null. */
  readonly glyph: string | null;
}

export interface SceneContent {
  readonly message: SceneMessage;
  /** Drawings of the things that the words surely name, the most important first. */
  readonly glyphs: readonly string[];
}
