import type { FoundConcept } from './find-concepts.ts';

/** What a picture has to say, taken from the scene's words. Every text in it stands word for word in the scene. */
export type SceneMessage =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'figure'; readonly figure: Figure }
  | { readonly kind: 'quote'; readonly text: string; readonly speaker: string | null }
  | { readonly kind: 'question'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | { readonly kind: 'comparison'; readonly sides: readonly [ListItem, ListItem] }
  | { readonly kind: 'statement'; readonly text: string | null };

export interface Figure {
  /** As written, such as `72%` or `$4.5 million`. */
  readonly text: string;
  /** The words that lead up to it and those that follow; null where there are none, or too many. */
  readonly lead: string | null;
  readonly tail: string | null;
  readonly sort: 'share' | 'money' | 'amount' | 'year';
  /** Of a percentage up to a hundred, from 0 to 1; else null. */
  readonly share: number | null;
}

export interface ListItem {
  readonly text: string;
  /** Name in the icon set, or null. */
  readonly glyph: string | null;
}

export interface SceneContent {
  readonly message: SceneMessage;
  /** What can be drawn, the most telling first. */
  readonly concepts: readonly FoundConcept[];
}
