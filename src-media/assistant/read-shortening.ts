/** Matches a request for something shorter, in the languages text generation reads. */
export const shorteningWords =
  /(?<!\p{L})(?:shorten|shorter|tighter|trim|condense|cut it down|too long|acorta\p{L}*|m[áa]s cort[oa]|demasiado larg[oa]|raccourci\p{L}*|plus court\p{L}*|trop longu?e?|k[üu]rzer?|zu lang)(?!\p{L})/iu;

const usualRatio = 0.7;

/** Returns the share to keep if a message requests a shorter version, from 0.1 to 0.95; otherwise null. */
export function readShortening(message: string): number | null {
  if (!shorteningWords.test(message)) return null;
  const percent = /(\d{1,2})\s*%/u.exec(message)?.[1];
  const isHalf = /\b(?:half|much|mitad|mucho|moiti[ée]|beaucoup|h[äa]lfte|viel)\b/iu.test(message);
  const kept = percent === undefined ? (isHalf ? 0.5 : usualRatio) : 1 - Number(percent) / 100;
  return Math.max(0.1, Math.min(0.95, kept));
}
