import type { ModelQuality } from '../../../src-shared/api/common.ts';
import type { RequestBody } from '../../../src-shared/api/operations.ts';

/** What can be made of a text. */
export const writingTasks = ['hooks', 'titles', 'outline', 'shorter', 'longer', 'translate', 'own'] as const;
export type WritingTask = (typeof writingTasks)[number];

/** Settings of the service's text tool; what is not set is left to it. */
export interface WritingOptions {
  /** Tone, audience and form of every text; empty for none. */
  readonly style: string;
  readonly quality: ModelQuality | undefined;
  /** From 0 to 2. */
  readonly temperature: number | undefined;
  /** Most tokens of the answer, 1 to 2,000. */
  readonly length: number | undefined;
}
export const noOptions: WritingOptions = {
  style: '',
  quality: undefined,
  temperature: undefined,
  length: undefined,
};

/** Order for one text. */
export interface WritingOrder {
  readonly task: WritingTask;
  /** Empty only for `own`. */
  readonly text: string;
  /** English name of the language, for `translate`. */
  readonly language: string;
  /** The user's words, for `own`. */
  readonly instruction: string;
}

/** Longest answer of the service, in tokens, and the one it gives unless asked. */
export const maxTokens = 2_000;
const usualTokens = 512;
/** Letters per token of a text with short words. */
const lettersPerToken = 3;

const plain = 'Answer with the text only.';
/** Instructions in the words that a language model and the rules of the local service both understand. */
const instructions: Readonly<Record<Exclude<WritingTask, 'translate' | 'own'>, string>> = {
  hooks: 'List 5 sentences that could open this script and hook its viewers, one per line.',
  titles: 'Suggest 5 titles for this text, one per line.',
  outline: 'Write the outline of this text as a numbered list.',
  shorter: `Shorten this text to about half, in its language. ${plain}`,
  longer: `Make this text longer by about half, in its language. ${plain}`,
};
/** How much longer than the text an answer may be; 0 for one whose length does not depend on it. */
const growth: Readonly<Record<WritingTask, number>> = {
  hooks: 0,
  titles: 0,
  outline: 1,
  shorter: 1,
  longer: 2,
  translate: 1.5,
  own: 1,
};

/** True for a task whose answer stands in for the text. */
export function replacesText(task: WritingTask): boolean {
  return task !== 'hooks' && task !== 'titles';
}

/** Returns the tokens that the answer needs, about. */
export function tokensOf({ task, text }: Pick<WritingOrder, 'task' | 'text'>): number {
  return Math.ceil((text.length / lettersPerToken) * growth[task]);
}

/** Returns the request for a text. Asks for more than the usual length where the text needs it. */
export function writingRequest(order: WritingOrder, options: WritingOptions): RequestBody<'generateText'> {
  const { quality, temperature, length } = options;
  const system = options.style.trim();
  const needed = tokensOf(order);
  const maxOutputTokens = length ?? (needed > usualTokens ? Math.min(maxTokens, needed) : undefined);
  return {
    prompt: promptOf(order),
    ...(system !== '' && { system }),
    ...(quality !== undefined && { quality }),
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  };
}

function promptOf({ task, text, language, instruction }: WritingOrder): string {
  const wanted = {
    ...instructions,
    translate: `Translate this text into ${language}. ${plain}`,
    own: instruction.trim(),
  }[task];
  return text.trim() === '' ? wanted : `${wanted}\n\n<text>\n${text.trim()}\n</text>`;
}
