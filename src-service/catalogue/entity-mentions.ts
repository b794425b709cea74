/** `@[entity:<id>|KIND|<name>]`, as prompts name entities (contract supplement §4.2.4). */
const mention = /@\[entity:([^|\]]+)\|[^|\]]*\|([^\]]*)\]/gu;

/** The ids a prompt mentions, each once and in order, and the prompt with names in their places. */
export function readMentions(prompt: string): {
  readonly text: string;
  readonly entityIds: readonly string[];
} {
  const ids = [...prompt.matchAll(mention)].map((match) => match[1] ?? '');
  return { text: prompt.replaceAll(mention, '$2'), entityIds: [...new Set(ids)] };
}
