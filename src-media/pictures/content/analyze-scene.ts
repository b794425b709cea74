import { drawableText } from '../../fonts/font-families.ts';
import type { DrawPictureRequest } from '../../media-engine.ts';
import { isSpaceless, splitClauses, visualLength, wordsIn, bareWord } from './clauses.ts';
import { findFigure } from './find-figure.ts';
import { findList } from './find-list.ts';
import { findQuote } from './find-quote.ts';
import { findSubjects } from './find-subjects.ts';
import { keyPhrase, tidyPhrase } from './key-phrase.ts';
import type { ListItem, SceneContent, SceneMessage } from './scene-content.ts';
import { statementOf } from './statement.ts';
import { littleWordsOf } from './stop-words.ts';
import { drawings } from './subject-words.ts';

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

/** A title names its topic anywhere in it: `A history of coffee`. */
const titleTopics: ReadonlySet<string> = new Set(drawings);

type Scene = Pick<DrawPictureRequest, 'scene' | 'sceneIndex' | 'projectTitle' | 'languageCode'>;

/** Determines the message and the sure things of a scene's picture. The same words always give the same result. */
export function analyzeScene(request: Scene): SceneContent {
  const { languageCode, projectTitle } = request;
  const text = cleanText(request.scene.text, languageCode);
  const topics = new Set(findSubjects(projectTitle, languageCode, titleTopics).map(({ glyph }) => glyph));
  const isTitle = request.sceneIndex === 0;
  const found = isTitle ? [...topics] : findSubjects(text, languageCode, topics).map(({ glyph }) => glyph);
  return { message: messageOf(request, text), glyphs: found };
}

function messageOf(request: Scene, text: string): SceneMessage {
  const { scene, sceneIndex, languageCode } = request;
  if (sceneIndex === 0) return { kind: 'title', text: titleOf(request, text) };
  if (text === '') return { kind: 'heading', text: titleOf(request, text) };
  if (scene.isHeading && visualLength(text) <= longestLine)
    return { kind: 'heading', text: tidyPhrase(text) };
  return (
    quoteMessage(text) ??
    figureMessage(text, languageCode) ??
    comparisonMessage(text, languageCode) ??
    questionMessage(text, languageCode) ??
    listMessage(text, languageCode) ??
    statementOf(text, languageCode)
  );
}

/** Returns the project's title, or the heading if the script begins with one. */
function titleOf({ scene, projectTitle, languageCode }: Scene, text: string): string {
  const title = cleanText(projectTitle, languageCode);
  const heading = scene.isHeading && visualLength(text) <= longestLine ? text : '';
  const isCut = /(?:…|\.\.\.)$/u.test(title);
  const phrase = isCut || title === '' ? keyPhrase(text, languageCode) : null;
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
  const subjects = findSubjects(text, languageCode);
  return { text: tidyPhrase(text), glyph: subjects.length === 1 ? (subjects[0]?.glyph ?? null) : null };
}

/** Removes undrawable letters and repeated spaces. */
function cleanText(text: string, languageCode: string): string {
  return drawableText(text.slice(0, maxLetters), 'sans', languageCode)
    .replace(/[^\S\n]+/gu, ' ')
    .trim();
}
