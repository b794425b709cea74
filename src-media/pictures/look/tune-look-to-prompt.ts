import { huesNamedIn } from './color-words.ts';
import type { Look } from './look.ts';
import { accentLook, tuneLook } from './tune-look.ts';

/** Matches English colour words before a noun, except nouns that denote the whole picture. */
const colorOfThing =
  /\b(?:red|crimson|scarlet|orange|brown|yellow|gold|golden|mustard|green|emerald|olive|teal|turquoise|cyan|blue|navy|purple|violet|pink|magenta)\s+(?!(?:and|or|colou?rs?|tones?|palette|hues?|shades?|light|lights|lighting|glow|neon|style|theme|background|backdrop|sky|sunset|sunrise|dusk|dawn|hour|mood|tint|monochrome)\b)(?=\p{L})/giu;

/**
 * Applies the colours that a prompt names. The colour of a thing, as in "a red boat", changes only the accent;
 * other colours apply to the whole picture.
 */
export function tuneLookToPrompt(look: Look, prompt: string): Look {
  const [hue] = huesNamedIn((prompt.match(colorOfThing) ?? []).join(' '));
  const tuned = tuneLook(look, prompt.replaceAll(colorOfThing, ''));
  return hue === undefined ? tuned : accentLook(tuned, hue);
}
