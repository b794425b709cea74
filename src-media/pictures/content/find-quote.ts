import { visualLength } from './clauses.ts';

const quoted =
  /“([^”]{12,220})”|"([^"]{12,220})"|«\s?([^»]{12,220})\s?»|„([^“”]{12,220})[“”]|「([^」]{6,90})」|『([^』]{6,90})』/u;
const speakers = [
  /^[\s,]*[—–-]\s*(\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]+){0,3})/u,
  /^[\s,]*(?:said|says|wrote|writes|sagte|schrieb|dijo|escribió|disse|scrisse|a dit|écrivait)\s(\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]+){0,3})/u,
];
const speakerBefore =
  /(\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]+){0,3})\s(?:once\s)?(?:said|says|wrote|writes|sagte|schrieb|dijo|escribió|disse|scrisse|a dit|écrivait)\b[\s,:]*$/u;

/** Finds words in quotation marks, and their speaker if named directly beside them. */
export function findQuote(text: string): { text: string; speaker: string | null } | null {
  const match = quoted.exec(text);
  const words = match
    ?.slice(1)
    .find((group) => group !== undefined)
    ?.trim();
  if (!match || !words || visualLength(words) < 14) return null;
  const after = text.slice(match.index + match[0].length);
  const named = speakers.map((pattern) => pattern.exec(after)?.[1]).find((name) => name !== undefined);
  const speaker = named ?? speakerBefore.exec(text.slice(0, match.index))?.[1] ?? null;
  return { text: words.replace(/,$/u, ''), speaker: speaker?.replace(/\.$/u, '') ?? null };
}
