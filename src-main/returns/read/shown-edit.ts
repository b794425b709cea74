import type { ReturnEdit, ReturnSentence } from '../../../src-shared/contract/return.ts';
import type { Edit, EditMessage } from '../../../src-timeline/diff/edit.ts';
import { sentenceOf } from '../../../src-timeline/diff/sentences.ts';

export function shownEdit({ kind, scene, before, after, message }: Edit): ReturnEdit {
  return { kind, scene, before, after, sentence: spoken(message) };
}

export function spoken(message: EditMessage): ReturnSentence {
  return { key: message.key, parameters: { ...message.parameters }, text: sentenceOf(message) };
}
