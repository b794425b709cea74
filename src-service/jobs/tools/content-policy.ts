import { ApiError } from '../../api-error.ts';

/** Two sets of words; a text that contains words from both is refused. */
interface ForbiddenPair {
  readonly first: RegExp;
  readonly second: RegExp;
}

const minors =
  /\b(child(ren)?|kid(s|die)?|minors?|under-?age[d]?|toddlers?|infants?|bab(y|ies)|pre-?teens?|teen(age(d|r|rs)?|s)?|school-?(girls?|boys?)|little (girls?|boys?))\b/giu;
const sexual =
  /\b(sex(ual(ly|ised|ized)?|y)?|porn\w*|nud(e|es|ity)|naked|erotic\w*|explicit|lewd|undress\w*|lingerie|hentai|loli(con)?|shota(con)?)\b/giu;
const makes =
  /\b(make|making|build(ing)?|construct(ing|ion)?|produc(e|ing|tion)|synthesi[sz](e|ing)|assembl(e|ing|y)|recipe|instructions?|manual|blueprint|steps?|how to|guide|tutorial)\b/giu;
const massWeapons =
  /\b(nuclear (bombs?|weapons?|warheads?)|dirty bombs?|atom(ic)? bombs?|bio-?weapons?|biological weapons?|chemical weapons?|nerve (gas|agents?)|sarin|tabun|novichok|vx gas|mustard gas|weaponi[sz]ed? (anthrax|smallpox|ricin|plague)|anthrax weapons?|pipe bombs?|car bombs?|suicide vests?)\b/giu;
const recruits = /\b(recruit\w*|join|support|praise|glorify|celebrate|pledge)\b/giu;
const terror =
  /\b(isis|islamic state|al[- ]qaeda|terroris[mt]s?|terror attacks?|mass shootings?|ethnic cleansing|genocide)\b/giu;

/** Subjects that this service makes no media of. The list is short and covers English only. */
const forbiddenPairs: readonly ForbiddenPair[] = [
  { first: minors, second: sexual },
  { first: makes, second: massWeapons },
  { first: recruits, second: terror },
];
const forbiddenAlone =
  /\b(child porn\w*|csam|lolicon|shotacon|kiddie porn|snuff (film|video|movie)s?|bestiality)\b/giu;

function names(text: string, words: RegExp): boolean {
  return text.search(words) >= 0;
}

function isForbidden(text: string): boolean {
  if (names(text, forbiddenAlone)) return true;
  return forbiddenPairs.some(({ first, second }) => names(text, first) && names(text, second));
}

/** Removes one kind of forbidden word. */
function rewrite(text: string): string {
  if (names(text, forbiddenAlone)) return text.replaceAll(forbiddenAlone, ' ');
  const pair = forbiddenPairs.find(({ first, second }) => names(text, first) && names(text, second));
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
