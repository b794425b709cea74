import { detectLanguage } from '../../src-shared/script/detect-language.ts';
import { splitSentences } from '../../src-shared/script/split-sentences.ts';

/** A prompt split into instruction and text. */
export interface ReadPrompt {
  /** The instruction, at most 1,000 characters. */
  readonly instruction: string;
  /** The text to work on; empty if none was given. */
  readonly context: string;
}

const longestTopic = 120;
const longestInstruction = 1_000;
const asksForWork =
  /\b(?:summar\w+|sum up|tl;?dr|title|headline|caption|bullet|list|outline|key ?points?|takeaways|rewrite|rephrase|paraphrase|shorten|shorter|condense|longer|expand|elaborate|keywords?|hashtags?|tags|json|translat\w+|script|write|answer|question|describe|explain|extract|resum\w+|résum\w+|zusammenfass\w*|fasse|traduc\w+|traduis\w*|übersetz\w*|titel|título|titre|guion|liste|lista|scene|give me|create|generate|make)\b/iu;

/** Matches a sentence that states a requirement and is not a part of the text to work on. */
const isWish =
  /^(?:please|make|use|include|mention|keep|write|do not|don[’']t|never|avoid|add|begin|start|end|finish|return|output|respond|answer|limit|only|it (?:should|must|has to)|the (?:tone|style|audience|text|script|result|output|answer)\b)/iu;
/** Maximum number of words of an instruction without a text. */
const longestBareInstruction = 60;

/** Reads a text between marks that can only be delimiters. */
function fenced(prompt: string): ReadPrompt | null {
  const match =
    /"""([\s\S]+?)"""|'''([\s\S]+?)'''|```(?:\w+\n)?([\s\S]+?)```|<(text|context|article|document|input|transcript)>([\s\S]+?)<\/\4>/iu.exec(
      prompt,
    );
  if (!match) return null;
  const context = match[1] ?? match[2] ?? match[3] ?? match[5] ?? '';
  // An example of the requested JSON is not a text to work on.
  if (/^\s*[{[]/u.test(context)) return null;
  const around = `${prompt.slice(0, match.index)} ${prompt.slice(match.index + match[0].length)}`;
  return { instruction: around, context };
}

/** Reads an instruction in a separate paragraph, before or after the text. */
function inParagraphs(prompt: string): ReadPrompt | null {
  const lines = prompt.trim().split('\n');
  if (lines.length < 2) return null;
  const first = lines[0] ?? '';
  const last = lines.at(-1) ?? '';
  const rest = (part: string[]) => part.join('\n').trim();
  const isInstruction = (line: string) => line.length <= longestInstruction && asksForWork.test(line);
  if (first.length <= longestInstruction && (isInstruction(first) || /[:?]\s*$/u.test(first))) {
    return { instruction: first, context: rest(lines.slice(1)) };
  }
  if (isInstruction(last) || /\?\s*$/u.test(last))
    return { instruction: last, context: rest(lines.slice(0, -1)) };
  return null;
}

/** Reads prompts such as `Summarize this: The harbour …`. */
function behindColon(prompt: string): ReadPrompt | null {
  const colon = /^[^:\n{["]{3,300}:(?=\s)/u.exec(prompt)?.[0];
  if (colon === undefined || !asksForWork.test(colon)) return null;
  const context = prompt.slice(colon.length).trim();
  return context.split(/\s+/u).length < 4 && !/[.!?]$/u.test(context)
    ? null
    : { instruction: colon, context };
}

/** Reads a text in quotation marks that is longer than a name. */
function inQuotes(prompt: string): ReadPrompt | null {
  const match = /["“«]([^"“”«»]{40,})["”»]/u.exec(prompt);
  if (!match) return null;
  return { instruction: prompt.replace(match[0], ' '), context: match[1] ?? '' };
}

/** Reads a question after or before its text. */
function amongSentences(prompt: string): ReadPrompt | null {
  const sentences = splitSentences(prompt, detectLanguage(prompt)).map((sentence) => sentence.trim());
  const isQuestion = (sentence: string | undefined) => /[?？؟]["”»)]*$/u.test(sentence ?? '');
  if (sentences.length < 2) return null;
  if (isQuestion(sentences.at(-1))) {
    return { instruction: sentences.at(-1) ?? '', context: sentences.slice(0, -1).join(' ') };
  }
  const first = sentences[0] ?? '';
  if (!isQuestion(first) && !asksForWork.test(first)) return null;
  const wishes = sentences.slice(1).filter((sentence) => isWish.test(sentence));
  const context = sentences.slice(1).filter((sentence) => !isWish.test(sentence));
  return { instruction: [first, ...wishes].join(' '), context: context.join(' ') };
}

/** Separates the instruction of a prompt from the text to work on. */
export function readPrompt(prompt: string): ReadPrompt {
  const found =
    fenced(prompt) ??
    behindColon(prompt) ??
    inParagraphs(prompt) ??
    inQuotes(prompt) ??
    amongSentences(prompt);
  const isBareText =
    !found && prompt.split(/\s+/u, longestBareInstruction + 1).length > longestBareInstruction;
  const bare = isBareText ? { instruction: '', context: prompt } : { instruction: prompt, context: '' };
  const { instruction, context } = found ?? bare;
  const label = /^\s*(?:text|context|article|content|passage|transcript)\s*:\s*/iu;
  return {
    instruction: instruction.replace(/\s+/gu, ' ').trim().slice(0, longestInstruction),
    context: context.replace(label, '').trim(),
  };
}

/** Returns the topic of a request: the words after “about”, “on” or “for”, without format instructions. */
export function topicOf(request: string): string {
  // Collapses white space, so that patterns do not restart at each of many spaces.
  const instruction = request.replace(/\s+/gu, ' ').trim();
  const about =
    /\b(?:about|regarding|on the topic of|on the subject of|topic:|sobre|acerca de|à propos de|au sujet de|sur|über)\s+(.+)$/iu;
  const of = /\b(?:on|for|of|para|pour|für|to)\s+(?!me\b)(.+)$/iu;
  const found = about.exec(instruction)?.[1] ?? of.exec(instruction)?.[1] ?? instruction;
  const topic = found
    .split(/[.!?;:](?:\s|$)/u)[0]
    ?.replace(
      /,?\s+(?:in|with|using|as|under|within|of about|for)\s+(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|a few|json|bullet|plain|at most|no more|less|fewer|under)\b.*$/iu,
      '',
    )
    .replace(/^["“'«]|["”'»]$/gu, '')
    .replace(/\s+in\s+(?:english|spanish|french|german|plain \w+)$/iu, '')
    .trim()
    .slice(0, longestTopic);
  return topic === undefined || topic === '' ? instruction.slice(0, longestTopic) : topic;
}
