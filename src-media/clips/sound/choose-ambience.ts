/** Descriptions of places for the sound engine, the most specific first. */
const places: readonly (readonly [string, RegExp])[] = [
  ['heavy rain on a street', /\b(?:rain\w*|(?<!(?:dust|sand)[- ])storm\w*|drizzle|downpour)\b/iu],
  ['ocean waves on a beach', /\b(?:sea|ocean|beach|waves?|coast\w*|sail\w*|boats?|ship|island)\b/iu],
  ['river stream flowing water', /\b(?:river|stream|waterfall|brook|lake)\b/iu],
  ['crackling fire', /\b(?:fire\w*|campfire|flames?|fireplace)\b/iu],
  ['forest birds and soft wind', /\b(?:forest|woods?|trees?|garden|birds?|park|spring|jungle)\b/iu],
  ['city traffic in the distance', /\b(?:city|street|traffic|downtown|urban|cars?|skyline)\b/iu],
  ['soft gentle wind at night', /\b(?:night|crickets|summer evening|camp\w*)\b/iu],
  [
    'howling wind',
    /\b(?:mountains?|desert|snow\w*|winter|wind\w*|blizzard|(?:dust|sand)[- ]?storms?|hills?|field\w*|sky|clouds?|drone)\b/iu,
  ],
  ['deep slow distant wind', /\b(?:space|galax\w*|planet\w*|stars?|cosmos|sci-?fi|futur\w*)\b/iu],
  ['crowd murmur in a hall', /\b(?:crowd|market|cafe|café|restaurant|party|concert|people|stadium)\b/iu],
];

/** Chooses the background sound of a prompt by its place; null without a known one. */
export function chooseAmbience(prompt: string): string | null {
  return places.find(([, words]) => words.test(prompt))?.[0] ?? null;
}

/** True if a clip of a prompt has music: the prompt requests it, or names no place that can be heard. */
export function needsMusic(prompt: string): boolean {
  if (chooseAmbience(prompt) === null) return true;
  return /\b(?:music\w*|soundtrack|score|melod\w*|song|beats?|orchestra\w*|piano|guitar)\b/iu.test(prompt);
}
