import type { BackdropName } from '../art/backdrops/backdrops.ts';
import type { GlyphWeight } from '../art/glyph.ts';
import type { HandName } from '../art/hands/make-hand.ts';
import type { HeroName } from '../art/heroes/heroes.ts';
import type { SettingName } from '../art/settings/settings.ts';
import type { TypeStyle } from '../text/type-style.ts';
import type { Scheme } from './scheme.ts';

/** A visual style, whole: every picture of a project is drawn in one. */
export interface Look {
  readonly name: string;
  readonly hand: HandName;
  /** Of the things that are shown. */
  readonly lines: GlyphWeight;
  readonly schemes: readonly [Scheme, Scheme, Scheme];
  readonly type: LookType;
  readonly isCentered: boolean;
  /** What pictures inside a card are cut to. */
  readonly window: WindowShape;
  /** What lies behind pictures that are mostly words. */
  readonly backdrop: BackdropName;
  /** A small sign that goes with headlines. */
  readonly mark: HeadlineMark;
  /** Places and patterns for scenes that name none. */
  readonly settings: readonly [SettingName, SettingName, ...SettingName[]];
  readonly heroes: readonly [HeroName, ...HeroName[]];
  readonly finish: Finish;
}

export type WindowShape = 'rectangle' | 'rounded' | 'arch' | 'circle';
type HeadlineMark = 'rule' | 'block' | 'none';

/** How each kind of writing is set. */
interface LookType {
  readonly headline: TypeStyle;
  /** Small words above or below a headline. */
  readonly label: TypeStyle;
  readonly figure: TypeStyle;
  readonly quote: TypeStyle;
}

/** What is laid over the whole picture, each from 0, none, to 1. */
export interface Finish {
  /** Darker corners. */
  readonly vignette: number;
  /** Fibres and flecks of a sheet of paper. */
  readonly paper: number;
  /** The grain of film. */
  readonly grain: number;
}
