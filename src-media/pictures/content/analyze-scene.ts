import { drawableText } from '../../fonts/font-families.ts';
import type { DrawPictureRequest } from '../../media-engine.ts';
import { isSpaceless, splitClauses, visualLength, wordsIn, bareWord } from './clauses.ts';
import { findConcepts, type FoundConcept } from './find-concepts.ts';
import { findFigure } from './find-figure.ts';
import { findList } from './find-list.ts';
import { findQuote } from './find-quote.ts';
import { keyPhrase, tidyPhrase } from './key-phrase.ts';
import type { ListItem, SceneContent, SceneMessage } from './scene-content.ts';
import { littleWordsOf } from './stop-words.ts';

const versus = /\s(?:vs\.?|versus|gegen|contre|contra|contro)\s/iu;
const maxWords = 4;

/** Finds the two sides of a "this versus that". */
function findComparison(text: string, languageCode: string): [string, string] | null {
  const clause = splitClauses(text.replace(/\bvs\./giu, 'vs')).find(({ text: words }) => versus.test(words));
  const [left, right, ...more] = clause?.text.split(versus) ?? [];
  if (!left || !right || more.length > 0) return null;
  const before = trimmed(wordsIn(left).slice(-2), languageCode);
  const after = trimmed(
    wordsIn(right).slice(0, wordsIn(right).length > maxWords ? 1 : maxWords),
    languageCode,
  );
  return before && after ? [before, after] : null;
}

function trimmed(words: readonly string[], languageCode: string): string {
  const little = littleWordsOf(languageCode);
  const isStop = (word = '') => little?.stops.has(bareWord(word)) ?? false;
  const kept = [...words];
  while (kept.length > 0 && isStop(kept[0])) kept.shift();
  while (kept.length > 0 && isStop(kept.at(-1))) kept.pop();
  return kept.join(' ');
}

/** Maximum number of letters that are analysed; a scene states its subject early. */
const maxLetters = 2400;
const longestLine = 90;

type Scene = Pick<DrawPictureRequest, 'scene' | 'sceneIndex' | 'projectTitle' | 'languageCode'>;

/** Determines the message and subjects of a scene's picture. The same words always give the same result. */
export function analyzeScene(request: Scene): SceneContent {
  const { languageCode } = request;
  const text = cleanText(request.scene.text, languageCode);
  const found = findConcepts(text, languageCode);
  const ofTitle = findConcepts(request.projectTitle, languageCode);
  const isTelling = (concept: FoundConcept) => !concept.isVague;
  const ranked =
    request.sceneIndex === 0
      ? [...ofTitle.filter(isTelling), ...ofTitle, ...found]
      : [...found.filter(isTelling), ...ofTitle.filter(isTelling), ...found];
  const concepts = uniqueConcepts(ranked);
  return { message: messageOf(request, text, concepts), concepts };
}

function messageOf(request: Scene, text: string, concepts: readonly FoundConcept[]): SceneMessage {
  const { scene, sceneIndex, languageCode } = request;
  if (sceneIndex === 0) return { kind: 'title', text: titleOf(request, text) };
  if (scene.isHeading && visualLength(text) <= longestLine)
    return { kind: 'heading', text: tidyPhrase(text) };
  const favoured = new Set(concepts.map((concept) => concept.word));
  return (
    quoteMessage(text) ??
    figureMessage(text, languageCode) ??
    comparisonMessage(text, languageCode) ??
    questionMessage(text, languageCode) ??
    listMessage(text, languageCode) ?? { kind: 'statement', text: keyPhrase(text, languageCode, favoured) }
  );
}

/** Returns the project's title, or the heading if the script begins with one. */
function titleOf({ scene, projectTitle, languageCode }: Scene, text: string): string {
  const title = cleanText(projectTitle, languageCode);
  const heading = scene.isHeading && visualLength(text) <= longestLine ? text : '';
  const isCut = /(?:…|\.\.\.)$/u.test(title);
  const phrase = isCut || title === '' ? keyPhrase(text, languageCode, new Set()) : null;
  return tidyPhrase(heading || phrase || title.replace(/(?:…|\.\.\.)$/u, ''));
}

function quoteMessage(text: string): SceneMessage | null {
  const quote = findQuote(text);
  return quote && visualLength(quote.text) <= 150 ? { kind: 'quote', ...quote } : null;
}

function figureMessage(text: string, languageCode: string): SceneMessage | null {
  const figure = findFigure(text, languageCode);
  return figure && { kind: 'figure', figure };
}

/** Returns the last part of the question that is short enough to read at a glance. */
function questionMessage(text: string, languageCode: string): SceneMessage | null {
  const sentence = /(?:^|[.!。！\n])\s*([^.!?。！？؟\n]+[?？؟;])(?=\s|$|[”"»」])/u.exec(text)?.[1]?.trim();
  // The Greek question mark looks like a semicolon.
  if (!sentence || (sentence.endsWith(';') && !languageCode.startsWith('el'))) return null;
  const clause = splitClauses(sentence).at(-1)?.text;
  const question = visualLength(sentence) <= 64 || !clause ? sentence : clause + (sentence.at(-1) ?? '?');
  const isShort = visualLength(question) <= 72 && (isSpaceless(question) || wordsIn(question).length > 1);
  return isShort ? { kind: 'question', text: question.replace(/^[\s–—-]+/u, '') } : null;
}

function comparisonMessage(text: string, languageCode: string): SceneMessage | null {
  const sides = findComparison(text, languageCode);
  return (
    sides && { kind: 'comparison', sides: [itemOf(sides[0], languageCode), itemOf(sides[1], languageCode)] }
  );
}

function listMessage(text: string, languageCode: string): SceneMessage | null {
  const items = findList(text, languageCode);
  return items && { kind: 'list', items: items.map((item) => itemOf(item, languageCode)) };
}

function itemOf(text: string, languageCode: string): ListItem {
  const concepts = findConcepts(text, languageCode);
  // In English and German the last noun counts, because words before it describe it: "hot water".
  const named = /^(?:en|de)/iu.test(languageCode)
    ? concepts.toSorted((a, b) => placeOf(text, b.word) - placeOf(text, a.word))
    : concepts;
  return { text: tidyPhrase(text), glyph: named[0]?.glyph ?? null };
}

function placeOf(text: string, word: string): number {
  return text.toLowerCase().lastIndexOf(word);
}

/** Removes undrawable letters and repeated spaces. */
function cleanText(text: string, languageCode: string): string {
  return drawableText(text.slice(0, maxLetters), 'sans', languageCode)
    .replace(/[^\S\n]+/gu, ' ')
    .trim();
}

function uniqueConcepts(concepts: readonly FoundConcept[]): FoundConcept[] {
  return concepts
    .filter((concept, index) => concepts.findIndex((other) => other.glyph === concept.glyph) === index)
    .slice(0, 5);
}
