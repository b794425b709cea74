import type { Edit, EditMessage } from './edit.ts';
import { moreCaptions } from './messages.ts';

/** Kinds with a counted message for several edits: “2 pictures replaced”. */
const counted: ReadonlySet<Edit['kind']> = new Set([
  'replaced',
  'caption',
  'item',
  'caption-time',
  'level',
  'motion',
  'effect',
  'disabled',
]);

/** Returns the messages of the most important edits, by affected frames. Edits of some kinds share one message. */
export function topMessages(edits: readonly Edit[], most = 5): readonly EditMessage[] {
  const groups = Map.groupBy(edits, (edit) => (isCounted(edit) ? nameOfGroup(edit) : edit));
  return [...groups.values()]
    .map((group) => ({
      message: messageOfGroup(group),
      weight: group.reduce((sum, { affectedFrames }) => sum + affectedFrames, 0),
    }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, most)
    .flatMap(({ message }) => message ?? []);
}

/** Counts edits, including those that are only counted themselves. */
export function countEdits(edits: readonly Edit[]): number {
  const countOf = ({ message: { key, parameters } }: Edit): number =>
    key === moreCaptions ? Number(parameters['count']) : 1;
  return edits.reduce((sum, edit) => sum + countOf(edit), 0);
}

/** A change of all captions alike has a sentence of its own. */
function isCounted(edit: Edit): boolean {
  return counted.has(edit.kind) && !(edit.kind === 'caption-time' && edit.text === null);
}

/** Levels that changed by the same amount are told together, with it. */
function nameOfGroup(edit: Edit): string {
  const { key, parameters } = groupOf(edit);
  return `${key} ${String(parameters['decibels'] ?? '')}`;
}

function groupOf({ kind, trackKinds, message }: Edit): EditMessage {
  const what = trackKinds[0] === 'audio' ? 'sounds' : 'pictures';
  if (kind === 'caption' || kind === 'caption-time' || kind === 'item')
    return { key: `edits.${kind}s`, parameters: {} };
  const [, direction] = /^edits\.level\.(lower|higher)\./.exec(message.key) ?? [];
  const { decibels } = message.parameters;
  if (direction === undefined || decibels === undefined)
    return { key: `edits.${kind}.${what}`, parameters: {} };
  return { key: `edits.level.${what}.${direction}`, parameters: { decibels } };
}

function messageOfGroup(group: readonly Edit[]): EditMessage | undefined {
  const [first] = group;
  if (!first || group.length === 1) return first?.message;
  const { key, parameters } = groupOf(first);
  return { key, parameters: { ...parameters, count: countEdits(group) } };
}
