/** Colours as CSS writes them. */
export interface Skin {
  readonly base: string;
  readonly light: string;
  readonly shade: string;
  /** Lines of nose, ears and lids. */
  readonly line: string;
  readonly blush: string;
  readonly lip: string;
}

export interface Hair {
  readonly style: HairStyle;
  readonly base: string;
  readonly shade: string;
  readonly light: string;
}

export type HairStyle = 'curls' | 'sidePart' | 'afro' | 'swept' | 'bob' | 'shaved' | 'long' | 'tousled';

export interface Clothes {
  readonly style: 'sweater' | 'shirt' | 'blazer' | 'denim' | 'cardigan' | 'suit' | 'blouse' | 'hoodie';
  readonly main: string;
  readonly shade: string;
  /** What is worn below, or trims. */
  readonly inner: string;
  readonly accent: string;
}

/** A drawn person, whole. Measures are of the face's own grid: the face is about 292 wide and 392 high. */
export interface Character {
  readonly key: string;
  readonly skin: Skin;
  readonly hair: Hair;
  readonly brows: { readonly color: string; readonly thickness: number };
  readonly iris: string;
  readonly hasLashes: boolean;
  /** Half of the face's width at the cheeks and at the jaw, and where the chin ends. */
  readonly face: { readonly cheek: number; readonly jaw: number; readonly chin: number };
  /** 0 thin to 1 full. */
  readonly lips: number;
  readonly clothes: Clothes;
  readonly extras: {
    readonly glasses?: { readonly shape: 'round' | 'soft'; readonly color: string };
    readonly beard?: { readonly color: string; readonly length: number };
    readonly earrings?: string;
    readonly hasFreckles?: boolean;
    readonly hasLines?: boolean;
  };
  readonly backdrop: { readonly from: string; readonly to: string; readonly disc: string };
  /** Of the shoulders, 1 for the usual. */
  readonly build: number;
}
