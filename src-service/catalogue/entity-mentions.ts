import { maxListed } from '../../src-shared/api/common.ts';
import { invalidParameter } from '../api-error.ts';

/** Every part has a maximum length, so that a hostile prompt cannot cause quadratic time. */
const mention = /@\[entity:([^|\]\s]{1,200})\|[^|\]]{0,100}\|([^\]]{0,500})\]/gu;

/**
 * Replaces mention tokens, `@[entity:<id>|<kind>|<name>]`, by the entities' names. Returns the ids as well, each once
 * and in order (contract supplement §4.1, §4.2.4).
 */
export function readMentions(prompt: string): { text: string; entityIds: string[] } {
  const entityIds = [...prompt.matchAll(mention)].map((match) => match[1] ?? '');
  const text = prompt.replace(mention, (_token, _id: string, name: string) => name).trim();
  return { text, entityIds: [...new Set(entityIds)] };
}

/** Reads the mentions in a request field. @throws ApiError 400 if it names more entities than a list may hold. */
export function checkedMentions(prompt: string, field: string): ReturnType<typeof readMentions> {
  const mentions = readMentions(prompt);
  if (mentions.entityIds.length > maxListed)
    throw invalidParameter(field, `names more than ${maxListed} entities`);
  return mentions;
}
