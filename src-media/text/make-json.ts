import { answerQuestion } from './answer-question.ts';
import { keySentences } from './key-sentences.ts';
import { keywordsOf } from './keywords-of.ts';
import { readItemCount } from './read-number.ts';
import type { ReadText } from './read-text.ts';
import { titlesOf } from './title-of.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A requested key, and its value in the example if there is one. */
interface WantedKey {
  readonly key: string;
  readonly example: Json | undefined;
}

/** Returns the first complete JSON object or list in a text. */
function exampleIn(text: string): Json | undefined {
  const start = text.search(/\{\s*"|\[\s*[{"]/u);
  for (
    let end = text.length;
    start >= 0 && end > start;
    end = text.lastIndexOf(text[start] === '{' ? '}' : ']', end - 2) + 1
  ) {
    try {
      return JSON.parse(text.slice(start, end)) as Json;
    } catch {
      if (end <= start + 1) return undefined;
    }
  }
  return undefined;
}

/** Finds requested keys, as in: `keys title, summary and tags`, `a "title" and a "summary"`, `{title, summary}`. */
function keysIn(text: string): string[] {
  const listed =
    /\{\s*([\p{L}_][\p{L}\p{N}_]*(?:\s*[,:][^{}]*)?)\}/u.exec(text)?.[1] ??
    /\b(?:keys?|fields?|propert(?:y|ies)|attributes?)\b\s*(?:named|called|are|:)?\s*:?\s*([^.\n]{1,400})/iu.exec(
      text,
    )?.[1];
  const quoted = [...text.matchAll(/["'`“]([\p{L}_][\p{L}\p{N}_ -]{0,40})["'`”]/gu)].map(
    (match) => match[1] ?? '',
  );
  const parts = listed?.split(/\s*(?:,|;|\band\b|&)\s*/iu) ?? [];
  const named = parts
    .map((part) => part.trim().replace(/^(?:an?|the)\s+(?=\S)/iu, ''))
    .map((part) => /^["'`“]?([\p{L}_][\p{L}\p{N}_-]*)/u.exec(part)?.[1] ?? '')
    .filter((key) => key !== '' && !/^(?:with|json|object|from|for|of|in|about|following)$/iu.test(key));
  return [...new Set(named.length > 0 ? named : quoted)].slice(0, 30);
}

interface Material {
  readonly text: string;
  readonly read: ReadText;
  readonly instruction: string;
}

function listOf(key: string, { text, read, instruction }: Material): string[] {
  const count = readItemCount(
    instruction,
    'items?|points?|bullets?|titles?|tags?|keywords?|hashtags?|ideas?|scenes?|entries',
    5,
  );
  if (/hashtag/iu.test(key)) return keywordsOf(text, count).map(asHashtag);
  if (/title|headline|name/iu.test(key)) return titlesOf(read, text, count);
  if (/tag|keyword|topic|categor/iu.test(key)) return keywordsOf(text, count);
  return keySentences(read, count);
}

/** Joins words into a hashtag: `#HarbourLights`. */
export function asHashtag(words: string): string {
  const joined = words
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  return `#${joined}`;
}

function textOf(key: string, material: Material): Json {
  const { text, read } = material;
  if (/title|headline|name|subject/iu.test(key)) return titlesOf(read, text, 1)[0] ?? '';
  if (
    /^(?:summary|description|abstract|text|body|caption|content|overview|excerpt|result|answer)$/iu.test(key)
  ) {
    return keySentences(read, /caption|excerpt/iu.test(key) ? 1 : 2).join(' ');
  }
  if (/^lang/iu.test(key)) return read.languageCode;
  return answerQuestion(key.replaceAll(/[_-]|(?<=\p{Ll})(?=\p{Lu})/gu, ' '), text);
}

const listKeys = /s$|list|outline/iu;
const singularKeys = /address|status|class|business|progress|process|success|access|news/iu;

function valueOf({ key, example }: WantedKey, material: Material): Json {
  if (Array.isArray(example)) {
    const shape = example[0];
    if (typeof shape === 'object' && shape !== null && !Array.isArray(shape))
      return rowsOf(
        Object.entries(shape).map(([name, value]) => ({ key: name, example: value })),
        material,
      );
    return listOf(key, material);
  }
  if (typeof example === 'object' && example !== null)
    return objectOf(
      Object.entries(example).map(([name, value]) => ({ key: name, example: value })),
      material,
    );
  // Numbers and booleans would need counting or judging, which the rules cannot do.
  if (typeof example === 'number' || typeof example === 'boolean') return null;
  if (example === undefined && listKeys.test(key) && !singularKeys.test(key)) return listOf(key, material);
  return textOf(key, material);
}

function objectOf(keys: readonly WantedKey[], material: Material): Json {
  return Object.fromEntries(keys.map((wanted) => [wanted.key, valueOf(wanted, material)]));
}

/** Returns an object for each of the highest-ranking sentences. */
function rowsOf(keys: readonly WantedKey[], material: Material): Json[] {
  return listOf('points', material).map((sentence) => {
    const read = { ...material.read, sentences: [sentence], headings: [] };
    return objectOf(keys, { ...material, text: sentence, read });
  });
}

/** Builds the JSON value that an instruction describes, filled from a text. Null for what the text does not contain. */
export function makeJson(material: Material): Json {
  const { instruction } = material;
  const example = exampleIn(instruction);
  if (example !== undefined) return valueOf({ key: 'items', example }, material);
  const keys = keysIn(instruction).map((key) => ({ key, example: undefined }));
  const isList = /\b(?:array|list) of (?:\w+ )?(?:\d+ )?objects\b|\barray\b(?!s)/iu.test(instruction);
  if (keys.length > 0)
    return isList && /objects/iu.test(instruction) ? rowsOf(keys, material) : objectOf(keys, material);
  const what = /\b(hashtags?|titles?|headlines?|keywords?|tags?)\b/iu.exec(instruction)?.[1] ?? 'points';
  if (isList || /\barray\b/iu.test(instruction)) return listOf(what, material);
  return objectOf(
    ['title', 'summary', 'keywords'].map((key) => ({ key, example: undefined })),
    material,
  );
}

/** Returns JSON text that passes `fits`. Shortens texts and lists as needed; the result is always valid. */
export function fitJson(value: Json, fits: (text: string) => boolean): string {
  let current = value;
  for (let round = 0; round < 24; round += 1) {
    const text = JSON.stringify(current, null, 2);
    if (fits(text)) return text;
    const compact = JSON.stringify(current);
    if (fits(compact)) return compact;
    current = shrink(current);
  }
  return fits('{}') ? (Array.isArray(value) ? '[]' : '{}') : '0';
}

function shrink(value: Json): Json {
  if (typeof value === 'string')
    return value
      .split(' ')
      .slice(0, Math.floor(value.split(' ').length * 0.7))
      .join(' ');
  if (Array.isArray(value)) return value.slice(0, Math.ceil(value.length * 0.7)).map(shrink);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shrink(inner)]));
}
