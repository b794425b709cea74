import { chooseSequence, type SequenceCandidate, type WantedSequence } from '../../model/choose-sequence.ts';
import { fileNameOf } from '../../model/media-kind.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import { kindOfSchema, parseOtio, referenceOf } from './otio-nodes.ts';
import { type OtioNode, otioNodeSchema, type OtioTimeline, otioTimelineSchema } from './otio-schema.ts';

/** A timeline of a document with the stack of its tracks. */
export interface DocumentTimeline {
  readonly timeline: OtioTimeline;
  readonly stack: OtioNode;
}

/** Deeper than any program nests collections. */
const deepestCollection = 32;

/** Items that show nothing themselves. */
const emptyKinds: readonly string[] = ['', 'Gap', 'Transition', 'Track', 'Stack', 'Timeline'];

/**
 * Chooses the timeline to read: the document itself, or one of the timelines and compositions in its collections.
 * @throws TimelineParseError without one, SeveralSequencesError if several could be the wanted one.
 */
export function chooseOtioTimeline(document: unknown, wanted: WantedSequence | null): DocumentTimeline {
  const root = parseOtio(otioTimelineSchema, document, 'the document');
  if (root.OTIO_SCHEMA === '') throw new TimelineParseError('The document is not an OTIO timeline.');
  const found = [...timelinesWithin(document, 0)];
  const [only] = found;
  if (!only) throw new TimelineParseError('The document is not an OTIO timeline.');
  if (found.length === 1) return only;
  const candidates = found.map(candidateOf);
  const chosen = chooseSequence(candidates, wanted);
  return found[candidates.indexOf(chosen)] ?? only;
}

function* timelinesWithin(value: unknown, depth: number): Generator<DocumentTimeline> {
  const node = otioNodeSchema.parse(value);
  const kind = kindOfSchema(node.OTIO_SCHEMA);
  if (kind === 'Timeline') {
    const timeline = parseOtio(otioTimelineSchema, value, 'the document');
    yield { timeline, stack: otioNodeSchema.parse(timeline.tracks) };
  } else if (kind === 'Stack') yield { timeline: timelineOf(node), stack: node };
  else if (kind === 'Track')
    yield { timeline: timelineOf(node), stack: { OTIO_SCHEMA: 'Stack.1', children: [value] } };
  else if (kind === 'SerializableCollection' && depth < deepestCollection)
    for (const child of node.children ?? []) yield* timelinesWithin(child, depth + 1);
}

/** Returns the timeline that a composition without one stands for. */
function timelineOf({ name }: OtioNode): OtioTimeline {
  return { OTIO_SCHEMA: 'Timeline.1', name };
}

function candidateOf({ timeline, stack }: DocumentTimeline, index: number): SequenceCandidate {
  const fileNames = new Set<string>();
  let itemCount = 0;
  const pending: unknown[] = [...(stack.children ?? [])];
  while (pending.length > 0) {
    const node = otioNodeSchema.parse(pending.pop());
    if (!emptyKinds.includes(kindOfSchema(node.OTIO_SCHEMA))) itemCount += 1;
    const reference = referenceOf(node);
    if (reference) fileNames.add(fileNameOf(reference.name ?? node.name ?? '', reference.target_url ?? ''));
    for (const child of node.children ?? []) pending.push(child);
  }
  fileNames.delete('');
  return {
    key: `timeline-${String(index + 1)}`,
    name: timeline.name ?? '',
    fileNames: [...fileNames],
    itemCount,
  };
}
