import type { Edit, EditMessage } from './edit.ts';

/** Kinds that are counted where there are several: “2 pictures replaced”. */
const counted: ReadonlySet<Edit['kind']> = new Set([
  'replaced',
  'caption',
  'level',
  'motion',
  'effect',
  'disabled',
]);

/** The messages of what matters most, by the frames affected; several edits of one kind are one message. */
export function topMessages(edits: readonly Edit[], most = 5): readonly EditMessage[] {
  const groups = Map.groupBy(edits, (edit) => (counted.has(edit.kind) ? groupOf(edit) : edit));
  return [...groups.values()]
    .map((group) => ({
      message: messageOfGroup(group),
      weight: group.reduce((sum, { affectedFrames }) => sum + affectedFrames, 0),
    }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, most)
    .flatMap(({ message }) => message ?? []);
}

function groupOf({ kind, trackKinds }: Edit): string {
  const what = trackKinds[0] === 'audio' ? 'sounds' : 'pictures';
  return kind === 'caption' ? 'edits.captions' : `edits.${kind}.${what}`;
}

function messageOfGroup(group: readonly Edit[]): EditMessage | undefined {
  const [first] = group;
  if (!first || group.length === 1) return first?.message;
  return { key: groupOf(first), parameters: { count: group.length } };
}
