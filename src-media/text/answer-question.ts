import { contentStems } from './content-words.ts';
import { readText } from './read-text.ts';

const expectations: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^\s*(?:when|what (?:year|date|time|day)|cuándo|quand|wann)\b/iu,
    /\d|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|noon|midnight|morning|evening|o’clock|today|yesterday|tomorrow)\b/iu,
  ],
  [
    /\b(?:how (?:many|much|long|far|old|tall|high|big)|cuánt\w+|combien|wie (?:viele?|lange|hoch))\b/iu,
    /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million|dozen)\b/iu,
  ],
  [/^\s*(?:who|whose|quién|qui|wer)\b/iu, /(?<=\S\s)\p{Lu}\p{Ll}+/u],
  [
    /^\s*(?:where|dónde|où|wo)\b/iu,
    /\b(?:in|at|on|near|from|to|beside|behind|en|à|dans|auf)\s+(?:the\s+)?\p{L}+/iu,
  ],
  [
    /^\s*(?:why|por qué|pourquoi|warum)\b/iu,
    /\b(?:because|since|so that|in order to|due to|reason|porque|parce que|weil|damit)\b/iu,
  ],
];

/** Words too common to match a question to a sentence. */
const questionWords = new Set(
  'what when where which who whom whose why how many much long does did'.split(' '),
);

/**
 * Finds the sentence that shares most words with a question. Prefers sentences with the expected kind of answer. Null
 * if no sentence shares any.
 */
export function answerQuestion(question: string, context: string): string | null {
  const { sentences, languageCode } = readText(context);
  const wanted = new Set(contentStems(question, languageCode).filter((stem) => !questionWords.has(stem)));
  const expected = expectations.find(([asks]) => asks.test(question))?.[1];
  let best: { sentence: string; score: number } | null = null;
  for (const sentence of sentences) {
    const stems = contentStems(sentence, languageCode);
    const common = new Set(stems.filter((stem) => wanted.has(stem))).size;
    if (common === 0) continue;
    const score = common / Math.sqrt(stems.length + 1) + (expected?.test(sentence) ? 0.4 : 0);
    if (score > (best?.score ?? 0)) best = { sentence, score };
  }
  return best?.sentence ?? null;
}
