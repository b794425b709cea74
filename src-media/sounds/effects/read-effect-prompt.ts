import { MediaError } from '../../media-error.ts';
import { effectFamilies, type EffectFamily } from './effect-families.ts';

/** Maximum number of simultaneous sounds; more are indistinct. */
const maxFamilies = 3;

/** The effect that a prompt requests. */
export interface EffectWish {
  /** Families in the order the prompt names them; the first is the main one. */
  readonly families: readonly [EffectFamily, ...EffectFamily[]];
  readonly pitch: number;
  readonly pace: number;
  readonly weight: number;
  /** From 0, near, to 1, far away. */
  readonly distance: number;
}

const scales = {
  pitch: {
    up: 'small tiny little high bright thin toy light',
    down: 'big large huge giant deep low massive dark heavy monster',
  },
  pace: {
    up: 'fast quick rapid frantic hurried short sprint running',
    down: 'slow lazy gentle calm long relaxed',
  },
  weight: {
    up: 'heavy strong loud intense dense big huge massive violent powerful large',
    down: 'light soft gentle faint quiet sparse subtle delicate small few',
  },
};

const far = 'distant far away background muffled outside faraway';
const near = 'close near nearby closeup intimate';

function countOf(words: ReadonlySet<string>, list: string): number {
  return list.split(' ').filter((word) => words.has(word)).length;
}

function scaleOf(
  words: ReadonlySet<string>,
  { up, down }: { up: string; down: string },
  step: number,
): number {
  const steps = countOf(words, up) - countOf(words, down);
  return step ** Math.max(-2, Math.min(2, steps));
}

interface NamedFamily {
  readonly family: EffectFamily;
  readonly place: number;
  readonly length: number;
}

/** Endings allowed after a short word: `rain` matches `rainy` and `raindrops`; `wind` does not match `window`. */
const endings = '(?:e?s|y|ing|[a-z]ing|e?d|ers?|drops?|fall|storms?)?(?= )';

/** Returns the positions of a family's words in a text. */
function placesOf(text: string, family: EffectFamily): NamedFamily[] {
  return family.words.split(' ').flatMap((written) => {
    const word = ` ${written.replaceAll('-', ' ')}`;
    const isShort = written.length <= 4;
    const place = text.search(new RegExp(isShort ? word + endings : word, 'u'));
    return place < 0 ? [] : [{ family, place, length: word.length }];
  });
}

/** Returns the named families in order, each once. Ignores a word within a longer match: `wind` in `wind chime`. */
function familiesIn(text: string): EffectFamily[] {
  const named = effectFamilies.flatMap((family) => placesOf(text, family));
  const isCovered = (own: NamedFamily) =>
    named.some(
      (other) =>
        other.length > own.length &&
        other.place <= own.place &&
        other.place + other.length >= own.place + own.length,
    );
  const telling = named.filter((own) => !isCovered(own)).sort((left, right) => left.place - right.place);
  return [...new Set(telling.map(({ family }) => family))];
}

/** Reads a prompt by its words. @throws MediaError `unknown_sound` if they name no family */
export function readEffectPrompt(prompt: string): EffectWish {
  const text = ` ${prompt
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
  const words = new Set(text.trim().split(' '));
  const [main, ...others] = familiesIn(text).slice(0, maxFamilies);
  if (!main) throw new MediaError('unknown_sound', `No sound is known for: ${prompt}`);
  return {
    families: [main, ...others],
    pitch: scaleOf(words, scales.pitch, 1.3),
    pace: scaleOf(words, scales.pace, 1.4),
    weight: scaleOf(words, scales.weight, 1.35),
    distance: countOf(words, far) > 0 ? 0.8 : countOf(words, near) > 0 ? 0 : 0.15,
  };
}
