import { detectLanguage } from '../../../src-shared/script/detect-language.ts';
import { findSubjects } from '../content/find-subjects.ts';
import { singularsOf } from '../content/noun-forms.ts';
import { type Subject, tokensOf } from '../content/subject.ts';
import { huesNamedIn } from '../look/color-words.ts';
import { type Place, placeNamed } from './place.ts';

export type Light = 'day' | 'morning' | 'sunset' | 'night' | 'aurora' | 'overcast';

/** A thing of a picture. */
export interface PromptThing {
  /** Name in the set of drawings. */
  readonly glyph: string;
  readonly count: number;
  /** Colour the words give it, in degrees of the Oklab circle; null for its own. */
  readonly hueDegrees: number | null;
}

/** What the words ask to see. */
export interface PromptScene {
  /** What the picture is about, the most important first. Empty for a picture of a place. */
  readonly things: readonly PromptThing[];
  readonly place: Place | null;
  readonly light: Light;
  readonly weather: 'rain' | 'snow' | 'fog' | null;
  /** Words that a sign in the picture shows. */
  readonly sign: string | null;
}

const mostThings = 3;

/** Words before what a picture is about: the kind of picture, or how the camera moves. */
const opening =
  /^\s*(?:please\s+)?(?:(?:create|make|generate|draw|show|paint|render)\s+(?:me\s+)?)?(?:(?:an?|the)\s+)?(?:[\p{L}-]+\s+){0,3}?(?:photo|photograph|picture|image|illustration|drawing|painting|sketch|watercolou?r|portrait|close-up|closeup|view|shot|drift|flight|glide|pan|zoom|scene|clip|video|footage|rendering|silhouette|blueprint|diagram|cartoon|comic|collage|icon|engraving)s?\s+(?:of|showing|with|over|across|along|through|into)\s+/iu;

/**
 * Reads what a prompt asks to see. Null if what it is about cannot be drawn: the picture then shows its words. A
 * setting, such as a light or a place, never stands for the subject.
 */
export function readPrompt(prompt: string): PromptScene | null {
  const text = prompt.replace(opening, '');
  const sign = signIn(text);
  const plain = sign === null ? text : text.replace(quoted, ' ');
  const { things, places } = foundIn(plain);
  const place = places[0]?.place ?? null;
  const light = lightOf(plain);
  const isEmpty = things.length === 0 && place === null && light !== 'aurora';
  if (sign === null && (isEmpty || !isSubjectKnown(plain, [...things, ...places]))) return null;
  // Rain that someone watches through a window stays outside.
  const isIndoors = place ? place.wall !== undefined : things.some(({ glyph }) => glyph === 'window');
  return {
    things: things.slice(0, mostThings),
    place,
    light,
    weather: isIndoors ? null : weatherOf(plain),
    sign,
  };
}

/** True if the first noun phrase, which a prompt is about, names something that can be drawn. */
function isSubjectKnown(text: string, found: readonly { readonly start: number }[]): boolean {
  const subject = subjectOf(text);
  if (subject === null) return true;
  return found.some(({ start }) => start <= subject.end) || skyWords.test(text.slice(0, subject.end));
}

/** Returns the words that a picture is about without an instruction to draw them. */
export function promptWords(prompt: string): string {
  return prompt.replace(opening, '').trim();
}

const quoted = /["“«„]([^"”»“]{1,60})["”»“]|(?<=\s)'([^']{2,60})'(?=$|[\s.,!?])/u;

function signIn(text: string): string | null {
  if (
    !/\b(?:signs?|signpost|poster|banner|billboard|placard|board|label|plaque|says|reads|reading|saying|written|lettering|words?|text|title)\b/iu.test(
      text,
    )
  )
    return null;
  const match = quoted.exec(text);
  return (match?.[1] ?? match?.[2])?.trim() || null;
}

interface FoundPlace {
  readonly place: Place;
  readonly start: number;
  readonly end: number;
}

/** Finds the places that the words name, in order. */
function placesIn(text: string): FoundPlace[] {
  const tokens = tokensOf(text.toLowerCase());
  return tokens.flatMap((token, index) => {
    for (const count of [2, 1]) {
      const span = tokens.slice(index, index + count);
      if (span.length < count || span.slice(1).some(({ gap }) => gap !== ' ')) continue;
      const place = placeNamed(span.map((part) => part.text).join('-'));
      const last = span.at(-1) ?? token;
      if (place) return [{ place, start: token.start, end: last.start + last.text.length }];
    }
    return [];
  });
}

const numbers: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  pair: 2,
  couple: 2,
};

type PlacedThing = PromptThing & { readonly start: number };

/** Finds things and places. A word is one or the other: `office workers` are no office, a `fish market` is no fish. */
function foundIn(text: string): { things: PlacedThing[]; places: FoundPlace[] } {
  const subjects = findSubjects(text, detectLanguage(text));
  const named = placesIn(text);
  const places = named.filter(
    ({ start, end }) =>
      !subjects.some(({ start: from, word }) => from <= start && from + word.length > end) &&
      !(named.length > 1 && subjects.length === 1 && subjects[0]?.start === start),
  );
  const things = subjects
    .filter(({ start }) => !places.some((place) => start >= place.start && start < place.end))
    .toSorted((a, b) => a.start - b.start)
    .flatMap((subject) =>
      subject.glyph === 'child' && subject.isPlural
        ? ['girl', 'boy'].map((glyph) => ({ ...subject, glyph, isPlural: false }))
        : [subject],
    );
  return { things: things.map((subject) => thingOf(text, subject)), places };
}

/** Adds how many the words ask for, and in which colour. */
function thingOf(text: string, { glyph, start, isPlural }: Subject): PlacedThing {
  const before = text.slice(Math.max(0, start - 30), start).toLowerCase();
  const number =
    /(?<![\p{L}])(two|three|four|five|six|pair|couple)\s+(?:[\p{L}-]+\s+){0,2}$/u.exec(before)?.[1] ?? '';
  const [hueDegrees = null] = huesNamedIn(/(?:[\p{L}-]+\s+){1,2}$/u.exec(before)?.[0] ?? '');
  return { glyph, start, count: numbers[number] ?? (isPlural ? 3 : 1), hueDegrees };
}

/** Weather and light, which a picture can be about. */
const skyWords =
  /\b(?:northern lights|aurora|rain|snow|snowfall|fog|mist|storm|sunset|sunrise|dawn|dusk|night|moonlight|sky)\b/iu;

/** Returns where the first noun phrase ends: what the prompt is about. Null for languages without a rule. */
function subjectOf(text: string): { end: number } | null {
  if (!detectLanguage(text).startsWith('en')) return null;
  const tokens = tokensOf(text);
  const last = tokens.findIndex(
    ({ text: word, gap }, index) =>
      index > 0 &&
      (/[,.;:—(]/u.test(gap) ||
        /^(?:in|on|at|with|by|from|under|over|near|behind|beside|along|across|through|against|during|into|is|are|was|of|and|that|who|which|while|as)$/iu.test(
          word,
        ) ||
        (/(?:ing|s|ed)$/iu.test(word) && index > 1 && isVerbLike(word))),
  );
  const end = tokens[last === -1 ? tokens.length - 1 : last];
  // `A cup of coffee` goes on after its measure.
  const goesOn = last > 0 && /^(?:of|and)$/iu.test(end?.text ?? '') ? tokens[last + 3] : end;
  return { end: last === -1 ? text.length : (goesOn?.start ?? text.length) };
}

/** True for a word with a verb's ending that is no plural of a drawing's or a place's name. */
function isVerbLike(word: string): boolean {
  if (/ing$/iu.test(word))
    return !/^(?:building|painting|wedding|evening|morning|ceiling|king|ring|string|spring|wing)$/iu.test(
      word,
    );
  const lower = word.toLowerCase();
  return /ed$/iu.test(lower)
    ? false
    : singularsOf(lower).some((form) =>
        /^(?:sit|stand|walk|run|fly|play|ride|jump|look|hold|eat|drink|swim|sail|drive|grow|hang|lie|lean|wait|read|sleep)$/u.test(
          form,
        ),
      );
}

function lightOf(text: string): Light {
  if (/\b(?:northern lights|aurora)\b/iu.test(text)) return 'aurora';
  if (/\b(?:night|midnight|moonlit|moonlight|starry|nighttime|stars|dark)\b/iu.test(text)) return 'night';
  if (/\b(?:sunset|dusk|golden hour|twilight|evening)\b/iu.test(text)) return 'sunset';
  if (/\b(?:sunrise|dawn|morning|daybreak)\b/iu.test(text)) return 'morning';
  return /\b(?:rain\w*|storm\w*|overcast|cloudy|fog\w*|mist\w*|grey|gray|snowing|snowfall|blizzard)\b/iu.test(
    text,
  )
    ? 'overcast'
    : 'day';
}

function weatherOf(text: string): PromptScene['weather'] {
  if (/\b(?:rain|rainy|raining|downpour|storm|stormy|drizzle)\b/iu.test(text)) return 'rain';
  if (
    /\b(?:snowing|snowfall|blizzard|snowflakes|falling snow|snow fall(?:s|ing)|snowy|in the snow)\b/iu.test(
      text,
    )
  )
    return 'snow';
  return /\b(?:fog|foggy|mist|misty|haze|hazy)\b/iu.test(text) ? 'fog' : null;
}
