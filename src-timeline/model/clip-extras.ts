import type { Clip } from './timeline.ts';

/** The parts of a clip that most clips lack. */
export type ClipExtras = Pick<
  Clip,
  'transition' | 'motion' | 'levels' | 'speed' | 'isReversed' | 'isDisabled' | 'fades' | 'markers' | 'unread'
>;

type Optional<Part> = { readonly [Key in keyof Part]?: Part[Key] | null | undefined };

function saysSomething(key: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return key === 'speed' ? value !== 1 && value !== 0 : value !== false;
}

/** Returns the parts that have an effect. A speed of 1, no fade, an empty list and false are left out. */
export function clipExtras(parts: Optional<ClipExtras>): ClipExtras {
  const { fades } = parts;
  const isFaded = fades ? fades.inFrames + fades.outFrames > 0 : false;
  const said = Object.entries({ ...parts, fades: isFaded ? fades : null }).filter(
    ([key, value]) => value !== null && value !== undefined && saysSomething(key, value),
  );
  return Object.fromEntries(said);
}
