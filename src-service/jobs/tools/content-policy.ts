import { splitSentences } from '../../../src-shared/script/split-sentences.ts';
import { ApiError } from '../../api-error.ts';

/** Two sets of words; a text that contains words from both close together is refused. */
interface ForbiddenPair {
  readonly first: RegExp;
  readonly second: RegExp;
  /** Number of successive sentences that count as close together. */
  readonly reach: number;
}

const minors =
  /\b(child(ren)?|kid(s|die)?|minors|under-?age[d]?|toddlers?|infants?|bab(y|ies)|pre-?teens?|teen(age(d|r|rs)?|s)?|school-?(girls?|boys?)|little (girls?|boys?))\b/giu;
const sexual =
  /\b(sex(ual(ly|ised|ized)?|y)?|porn\w*|nud(e|es|ity)|naked(?! eyes?\b)|erotic\w*|explicit (images?|photos?|pictures?|videos?)|lewd|undress\w*|lingerie|hentai|loli(con)?|shota(con)?)\b/giu;
const makes =
  /\b(make|build|construct|produce|synthesi[sz](e|ing)|assemble|recipe|instructions?|manual|blueprint|step by step|how to|guide|tutorial)\b|^\W*(making|building|producing|assembling)\b/giu;
const massWeapons =
  /\b(nuclear (bombs?|weapons?|warheads?)|dirty bombs?|atom(ic)? bombs?|bio-?weapons?|biological weapons?|chemical weapons?|nerve (gas|agents?)|sarin|tabun|novichok|vx gas|mustard gas|weaponi[sz]ed? (anthrax|smallpox|ricin|plague)|anthrax weapons?|pipe bombs?|car bombs?|suicide vests?)\b/giu;
const recruits = /\b(recruit\w*|praise|glorify|celebrate|pledge)\b|^\W*(join|support)\b/giu;
const terror =
  /\b(isis|islamic state|al[- ]qaeda|terroris[mt]s?|terror attacks?|mass shootings?|ethnic cleansing|genocide)\b/giu;

/** Subjects that this service makes no media of. The list is short and covers English only. */
const forbiddenPairs: readonly ForbiddenPair[] = [
  { first: minors, second: sexual, reach: 2 },
  { first: makes, second: massWeapons, reach: 1 },
  { first: recruits, second: terror, reach: 1 },
];
const forbiddenAlone =
  /\b(child porn\w*|csam|lolicon|shotacon|kiddie porn|snuff (film|video|movie)s?|bestiality)\b/giu;

function names(text: string, words: RegExp): boolean {
  return text.search(words) >= 0;
}

function forbiddenPairOf(text: string): ForbiddenPair | undefined {
  const sentences = splitSentences(text, 'en');
  return forbiddenPairs.find(({ first, second, reach }) =>
    sentences.some((_sentence, index) => {
      const passage = sentences.slice(index, index + reach).join('');
      return names(passage, first) && names(passage, second);
    }),
  );
}

function isForbidden(text: string): boolean {
  return names(text, forbiddenAlone) || forbiddenPairOf(text) !== undefined;
}

/** Removes one kind of forbidden word. */
function rewrite(text: string): string {
  if (names(text, forbiddenAlone)) return text.replaceAll(forbiddenAlone, ' ');
  const pair = forbiddenPairOf(text);
  return pair ? text.replaceAll(pair.second, ' ') : text;
}

/**
 * Returns the prompt if it is allowed, after removing forbidden words if rewriting is allowed (contract supplement
 * §2.5).
 * @param maxRewrites 0 to 4
 * @throws ApiError 400 `content_policy_violation` if the prompt is not allowed.
 */
export function allowedPrompt(prompt: string, maxRewrites: number): string {
  let text = prompt;
  for (let rewrites = 0; rewrites < maxRewrites && isForbidden(text); rewrites += 1) {
    text = rewrite(text).replaceAll(/\s+/gu, ' ').trim();
  }
  if (!isForbidden(text) && text !== '') return text;
  throw new ApiError(
    400,
    'content_policy_violation',
    'The prompt asks for content that this service does not make.',
  );
}
