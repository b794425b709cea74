import { z } from 'zod';
import data from '../../../resources/media/looks.json' with { type: 'json' };
import { namesOf } from '../../names-of.ts';
import { backdrops } from '../art/backdrops/backdrops.ts';
import { glyphWeights } from '../art/glyph.ts';
import { hands } from '../art/hands/make-hand.ts';
import { heroes } from '../art/heroes/heroes.ts';
import { settings } from '../art/settings/settings.ts';
import type { TypeStyle } from '../text/type-style.ts';
import { scheme as readScheme } from './scheme.ts';
import { headlineStyles, labelStyles } from './type-styles.ts';

const share = z.number().min(0).max(1);
const windowShape = z.enum(['rectangle', 'rounded', 'arch', 'circle']);

/** What is laid over the whole picture, each from 0, none, to 1. */
const finish = z.object({
  /** Darker corners. */
  vignette: share,
  /** Fibres and flecks of a sheet of paper. */
  paper: share,
  /** The grain of film. */
  grain: share,
});

/** Rows of colours, as `scheme` reads them. */
const scheme = z.tuple([z.string(), z.string()]).transform((rows) => readScheme(...rows));

/** Such as `headline serif`: the kind of writing and its style. */
const typeStyle = z.string().transform((written, context): TypeStyle => {
  const [kind, name = ''] = written.split(' ');
  const styles: Readonly<Partial<Record<string, TypeStyle>>> =
    kind === 'label' ? labelStyles : headlineStyles;
  const style = styles[name];
  if (style) return style;
  context.addIssue({ code: 'custom', message: `There is no type style ${written}.` });
  return z.NEVER;
});

const look = z.object({
  hand: namesOf(hands),
  /** Of the things that are shown. */
  lines: z.enum(glyphWeights),
  schemes: z.tuple([scheme, scheme, scheme]),
  /** How each kind of writing is set; a label is small words above or below a headline. */
  type: z.object({ headline: typeStyle, label: typeStyle, figure: typeStyle, quote: typeStyle }),
  isCentered: z.boolean(),
  /** What pictures inside a card are cut to. */
  window: windowShape,
  /** What lies behind pictures that are mostly words. */
  backdrop: namesOf(backdrops),
  /** A small sign that goes with headlines. */
  mark: z.enum(['rule', 'block', 'none']),
  /** Places and patterns for scenes that name none. */
  settings: z.tuple([namesOf(settings), namesOf(settings)], namesOf(settings)),
  heroes: z.tuple([namesOf(heroes)], namesOf(heroes)),
  finish,
});

/** A visual style, whole: every picture of a project is drawn in one. */
export interface Look extends z.output<typeof look> {
  readonly name: string;
}
export type WindowShape = z.output<typeof windowShape>;
export type Finish = z.output<typeof finish>;
export type LookName = keyof typeof data;

const parsed = Object.entries(z.record(namesOf(data), look).parse(data));

/** Every look by name. */
export const looks = Object.fromEntries(
  parsed.map(([name, parts]): [string, Look] => [name, { name, ...parts }]),
) as Readonly<Record<LookName, Look>>;
