import { z } from 'zod';
import data from '../../../resources/media/looks.json' with { type: 'json' };
import { namesOf } from '../../names-of.ts';
import { hands } from '../art/hands/make-hand.ts';
import type { TypeStyle } from '../text/type-style.ts';
import { scheme as readScheme } from './scheme.ts';
import { headlineStyles, labelStyles } from './type-styles.ts';

const share = z.number().min(0).max(1);

/** Decorations of pages of words. */
const backdrop = z.enum(['plain', 'bands', 'slant', 'dots', 'tiles', 'frame', 'corner', 'edge']);

/** Strength of the effects over the whole picture, from 0, none, to 1. */
const finish = z.object({
  /** Darker corners. */
  vignette: share,
  /** Fibres and flecks of a sheet of paper. */
  paper: share,
  /** The grain of film. */
  grain: share,
});

/** Two rows of colours, in the format of `readScheme`. */
const scheme = z.tuple([z.string(), z.string()]).transform((rows) => readScheme(...rows));

/** Kind of text and its style, such as `headline serif`. */
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
  /** How a photo is redrawn. */
  redraw: z.enum([
    'watercolor',
    'paper',
    'flat',
    'pop',
    'plan',
    'line',
    'sketch',
    'halftone',
    'glow',
    'film',
  ]),
  /** Colours of the things shown: their own, or tones of the ink with a gray or with the accent. */
  things: z.enum(['natural', 'ink', 'accent']),
  schemes: z.tuple([scheme, scheme, scheme]),
  /** Type of each kind of text. A label is small text above or below a headline. */
  type: z.object({ headline: typeStyle, label: typeStyle, figure: typeStyle, quote: typeStyle }),
  isCentered: z.boolean(),
  backdrop,
  /** Small mark that accompanies headlines. */
  mark: z.enum(['rule', 'block', 'none']),
  finish,
});

/** A complete visual style, used for all pictures of a project. */
export interface Look extends z.output<typeof look> {
  readonly name: string;
}
export type Finish = z.output<typeof finish>;
export type LookName = keyof typeof data;

const parsed = Object.entries(z.record(namesOf(data), look).parse(data));

/** All looks by name. */
export const looks = Object.fromEntries(
  parsed.map(([name, parts]): [string, Look] => [name, { name, ...parts }]),
) as Readonly<Record<LookName, Look>>;
