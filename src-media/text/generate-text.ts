import { answerQuestion } from './answer-question.ts';
import { wordsOf } from './content-words.ts';
import { keySentences } from './key-sentences.ts';
import { keywordsOf } from './keywords-of.ts';
import { countTokens, limitTokens } from './limit-tokens.ts';
import { asHashtag, fitJson, makeJson } from './make-json.ts';
import { readCount, readItemCount } from './read-number.ts';
import { readPrompt, topicOf } from './read-prompt.ts';
import { readText, type ReadText } from './read-text.ts';
import { phrasesOf } from './script-phrases.ts';
import { shorten } from './shorten.ts';
import { asTitle, titlesOf } from './title-of.ts';
import { writeScript } from './write-script.ts';

/** Hashes a text to an integer from 0 to 2³² − 1, equal on every machine (FNV-1a). */
function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

export interface TextRequest {
  readonly prompt: string;
  /** Role and format of the answer; empty for none. */
  readonly system: string;
  /** From 0 to 2. At 0 the wording never varies; above 0 it varies between prompts. */
  readonly temperature: number;
  /** From 1 to 2,000; never exceeded. */
  readonly maxOutputTokens: number;
}

/** An instruction with everything needed to carry it out. */
interface Task {
  readonly instruction: string;
  readonly system: string;
  readonly context: string;
  readonly topic: string;
  /** The parsed context, or the parsed topic if there is no context. */
  readonly read: ReadText;
  readonly variant: number;
}

const languageNames: readonly (readonly [RegExp, string])[] = [
  [/\b(?:in|into|en|auf)\s+(?:spanish|español|espagnol|spanisch)\b/iu, 'es'],
  [/\b(?:in|into|en|auf)\s+(?:french|français|francés|französisch)\b/iu, 'fr'],
  [/\b(?:in|into|en|auf)\s+(?:german|deutsch|alemán|allemand)\b/iu, 'de'],
  [/\b(?:in|into|en|auf)\s+(?:english|inglés|anglais|englisch)\b/iu, 'en'],
];

function languageOf({ instruction, system, read }: Task): string {
  const asked = languageNames.find(([name]) => name.test(instruction) || name.test(system))?.[1];
  return asked ?? read.languageCode;
}

function asScript(task: Task): string {
  const minutes = readCount(task.instruction, 'minutes?|min');
  const seconds = readCount(task.instruction, 'seconds?|sec');
  const spoken = minutes !== null ? minutes * 150 : seconds !== null ? seconds * 2.5 : null;
  const wordCount = readCount(task.instruction, 'words?') ?? spoken;
  const pointCount = readCount(task.instruction, 'points?|parts?|sections?|scenes?|steps?|tips?|paragraphs?');
  return writeScript(task.topic, {
    source: task.context,
    languageCode: languageOf(task),
    variant: task.variant,
    ...(pointCount !== null && { pointCount }),
    ...(wordCount !== null && { wordCount }),
  });
}

function paragraph(task: Task): string {
  const script = writeScript(task.topic, {
    source: task.context,
    languageCode: languageOf(task),
    variant: task.variant,
    pointCount: 1,
  });
  return script.replaceAll('\n\n', ' ');
}

/** Formats a list with the marks that the instruction or the system text requests. */
function asList(items: readonly string[], { instruction, system }: Task): string {
  const isNumbered = /\bnumber(?:ed|s)?\b|\boutline\b|\bsteps?\b|\branked\b/iu.test(
    `${instruction} ${system}`,
  );
  const isPlain = /\bone per line\b|\bno bullets?\b|\bwithout bullets?\b/iu.test(`${instruction} ${system}`);
  return items
    .map((item, index) => (isPlain ? item : isNumbered ? `${index + 1}. ${item}` : `- ${item}`))
    .join('\n');
}

/** Matches what only knowledge can list. */
const asksForFacts =
  /\b(?:uses|facts|reasons|examples|benefits|advantages|causes|kinds|types|names|ways|things)\b/iu;

function listItems(task: Task): string {
  if (task.context === '' && asksForFacts.test(task.instruction)) return needsText;
  const nouns =
    'bullets?|bullet points?|points?|items?|ideas?|steps?|takeaways?|facts?|tips?|sections?|sentences?';
  const count = readItemCount(task.instruction, nouns, 5);
  if (task.context !== '') return asList(keySentences(task.read, count), task);
  const { points } = phrasesOf(languageOf(task));
  return asList(
    points.slice(0, count).map(([heading]) => `${heading}: ${task.topic}`),
    task,
  );
}

function summary(task: Task): string {
  const words = readCount(task.instruction, 'words?');
  const isOne = /\b(?:one|a single|single)[- ]sentence\b|\btl;?dr\b/iu.test(task.instruction);
  const usual = Math.max(1, Math.min(5, Math.ceil(task.read.sentences.length / 4)));
  const count = isOne ? 1 : readItemCount(task.instruction, 'sentences?|lines?', usual);
  const text = keySentences(task.read, count).join(' ');
  if (words === null) return text;
  const length = wordsOf(task.context, task.read.languageCode).length;
  return limitTokens(shorten(task.context, words / Math.max(1, length)), words * 1.3);
}

function titles(task: Task): string {
  const count = readItemCount(task.instruction, 'titles?|headlines?|options?|ideas?|names?|suggestions?', 1);
  const found = task.context === '' ? plainTitles(task, count) : titlesOf(task.read, task.context, count);
  return count === 1 ? (found[0] ?? '') : asList(found, task);
}

function plainTitles(task: Task, count: number): string[] {
  const { points } = phrasesOf(languageOf(task));
  const name = asTitle(task.topic, task.read.languageCode);
  return [name, ...points.map(([heading]) => `${name}: ${heading}`)].slice(0, count);
}

function keywords(task: Task): string {
  const isHashtag = /hashtags?/iu.test(task.instruction);
  const count = readItemCount(
    task.instruction,
    'hash ?tags?|tags?|keywords?|key ?words?|words?',
    isHashtag ? 5 : 8,
  );
  const found = keywordsOf(task.context === '' ? task.topic : task.context, count);
  if (isHashtag) return found.map(asHashtag).join(' ');
  return /\bbullet|\blist\b|\bper line\b/iu.test(task.instruction) ? asList(found, task) : found.join(', ');
}

function longer(task: Task): string {
  const about = keywordsOf(task.context, 3).join(', ');
  const opening = phrasesOf(task.read.languageCode).about.replace('%', about);
  const close = keySentences(task.read, 1)[0] ?? '';
  return [opening, task.context, close].join('\n\n');
}

const needsText = 'This can only be answered from a text that comes with it. Add the text and ask again.';

function answer(task: Task): string {
  const found = task.context === '' ? null : answerQuestion(task.instruction, task.context);
  if (found !== null) return found;
  return task.context === '' ? needsText : 'The text that came with the question does not answer it.';
}

function cannotTranslate(task: Task): string {
  const refusal =
    'Translating is not possible here: texts are made from the words that are given, without a language model.';
  return task.context === '' ? refusal : `${refusal} The text as it was:\n\n${task.context}`;
}

/** Kinds of instruction in order of precedence, with their handlers. */
const kinds: readonly (readonly [RegExp, (task: Task) => string, needsContext?: boolean])[] = [
  [/\b(?:translat\w*|traduc\w*|traduis\w*|traduire|übersetz\w*)\b/iu, cannotTranslate],
  [/\b(?:hash ?tags?|key ?words?|tags)\b/iu, keywords],
  [
    /\b(?:shorten|shorter|condense|trim|tighten|more concise|cut (?:it )?down|acorta\w*|raccourci\w*|kürze\w*)\b/iu,
    (task) => shorten(task.context, 0.5),
    true,
  ],
  [/\b(?:longer|expand|elaborate|lengthen)\b/iu, longer, true],
  [/\b(?:bullets?|outline|key ?points?|takeaways|list|steps|liste|lista|ideas)\b/iu, listItems],
  [
    /\b(?:summar\w*|sum up|tl;?dr|synopsis|abstract|gist|resum\w*|résum\w*|zusammenfass\w*|fasse)\b/iu,
    summary,
    true,
  ],
  [/\b(?:titles?|headlines?|heading|subject line|título|titulo|titre|titel|überschrift)\b/iu, titles],
  [
    /\b(?:rewrite|rephrase|paraphrase|improve|proofread|polish)\b/iu,
    (task) => shorten(task.context, 1),
    true,
  ],
  [/\b(?:script|narration|voice-?over|guion|guión|skript|drehbuch|scénario)\b/iu, asScript],
  [/\b(?:paragraph|description|caption|blurb|introduction|intro)\b/iu, paragraph],
  [
    /^\s*(?:what|when|where|who|whose|why|how|which|is|are|was|were|did|does|do|can|qué|cuándo|dónde|quién|quand|où|qui|pourquoi|wann|wo|wer|warum)\b|\?\s*$|\banswer\b/iu,
    answer,
  ],
];

const unrecognised =
  'This request is not clear. Ask for a summary, a title, a list, key words, a shorter text, JSON, an answer or a script.';
const asksToWrite =
  /\b(?:write|create|make|generate|describe|explain|tell|draft|compose|escrib\w+|écri\w+|schreib\w*)\b/iu;

function carryOut(task: Task): string {
  const kind = kinds.find(
    ([asks, , needsContext]) => asks.test(task.instruction) && (needsContext !== true || task.context !== ''),
  );
  if (kind) return kind[1](task);
  if (task.context !== '') return summary(task);
  return asksToWrite.test(task.instruction) ? asScript(task) : unrecognised;
}

/** Applies the letter case and punctuation that a system text requests. */
function inForm(text: string, system: string): string {
  const upper = /\b(?:all caps|upper ?case|capital letters)\b/iu.test(system) ? text.toUpperCase() : text;
  const lower = /\blower ?case\b/iu.test(system) ? upper.toLowerCase() : upper;
  return /\b(?:no|without) (?:exclamation|emphasis)/iu.test(system) ? lower.replaceAll('!', '.') : lower;
}

/**
 * Carries out a prompt by rules. Selects, shortens and orders sentences of the given text; without a text, fills in
 * phrases. This is no language model and uses no knowledge beyond the prompt. The same request always has the same
 * result.
 */
export function generateText({ prompt, system, temperature, maxOutputTokens }: TextRequest): string {
  const { instruction, context } = readPrompt(prompt);
  const topic = topicOf(instruction);
  const read = readText(context === '' ? topic : context);
  const variant = temperature === 0 ? 0 : textHash(`${temperature} ${prompt}`);
  const task = { instruction, system, context, topic, read, variant };
  if (/\bjson\b/iu.test(`${prompt.slice(0, 4_000)} ${system.slice(0, 4_000)}`)) {
    const wanted = `${system.slice(0, 4_000)}\n${context === '' ? prompt.slice(0, 4_000) : instruction}`;
    const value = makeJson({ text: context === '' ? topic : context, read, instruction: wanted });
    return fitJson(value, (text) => countTokens(text) <= maxOutputTokens);
  }
  return limitTokens(inForm(carryOut(task), system), maxOutputTokens);
}
