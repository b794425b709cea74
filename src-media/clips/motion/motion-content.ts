/** The content and type of a motion graphic, taken from its prompt. */
export type MotionContent =
  | { readonly kind: 'title'; readonly text: string; readonly label: string | null }
  | { readonly kind: 'lowerThird'; readonly text: string; readonly label: string | null }
  | { readonly kind: 'counter'; readonly figure: CountedFigure }
  | {
      readonly kind: 'chart';
      readonly shape: 'bars' | 'line';
      readonly title: string | null;
      readonly points: readonly ChartPoint[];
    }
  | { readonly kind: 'list'; readonly title: string | null; readonly items: readonly string[] }
  | { readonly kind: 'quote'; readonly text: string; readonly speaker: string | null }
  | { readonly kind: 'callout'; readonly text: string }
  | { readonly kind: 'logo'; readonly text: string | null };

/** A number that counts up, with the text around it. */
export interface CountedFigure {
  readonly before: string;
  readonly value: number;
  readonly decimals: number;
  readonly hasGroups: boolean;
  readonly after: string;
  readonly caption: string | null;
  /** From 0 to 1 for shares of a whole; else null. */
  readonly share: number | null;
}

export interface ChartPoint {
  readonly label: string;
  readonly value: number;
  /** As written, such as `$12`. */
  readonly written: string;
}
