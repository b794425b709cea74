import { chooseSequence, type SequenceCandidate, type WantedSequence } from '../../model/choose-sequence.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import { type MltProfile, propertiesOf, readEntries } from '../mlt/mlt-nodes.ts';
import { childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import type { KdenliveBinReader } from './kdenlive-bin-reader.ts';

interface Context {
  readonly elements: ReadonlyMap<string, XmlNode>;
  readonly profile: MltProfile;
  readonly files: KdenliveBinReader;
}

/** Far more than any project has. A document may name one track in many sequences. */
const mostSequences = 100;

/** Returns a track of a tractor; null for the black one beneath all others. */
function trackOf(node: XmlNode, elements: ReadonlyMap<string, XmlNode>): XmlNode | null {
  const id = node.attributes.get('producer') ?? '';
  const producer = elements.get(id);
  const isTrack = producer?.name === 'tractor' || producer?.name === 'playlist';
  return isTrack && id !== 'black_track' ? producer : null;
}

/** Returns the tracks of a sequence, the lowest first. */
export function tracksOfSequence(
  sequence: XmlNode,
  elements: ReadonlyMap<string, XmlNode>,
): readonly XmlNode[] {
  return childrenNamed(sequence, 'track').flatMap((node) => trackOf(node, elements) ?? []);
}

/** Returns the two playlists of a track; before Kdenlive 19 a track is one playlist. */
export function playlistsOfTrack(track: XmlNode, elements: ReadonlyMap<string, XmlNode>): readonly XmlNode[] {
  if (track.name === 'playlist') return [track];
  return childrenNamed(track, 'track').flatMap(
    (half) => elements.get(half.attributes.get('producer') ?? '') ?? [],
  );
}

function candidateOf(sequence: XmlNode, { elements, profile, files }: Context): SequenceCandidate {
  const entries = tracksOfSequence(sequence, elements)
    .flatMap((track) => playlistsOfTrack(track, elements))
    .flatMap((playlist) => readEntries(playlist, elements, profile.frameRate));
  const names = entries.flatMap(({ producer, node }) =>
    producer === null ? [] : (files.mediaOf(producer, node)?.media.fileName ?? []),
  );
  const key = sequence.attributes.get('id') ?? '';
  return {
    key,
    name: propertiesOf(sequence).get('kdenlive:clipname') ?? key,
    fileNames: [...new Set(names)],
    itemCount: entries.length,
  };
}

/** Returns the sequences of a project, the open one first; documents before 1.1 have one, the last tractor. */
function sequencesOf(root: XmlNode, activeId: string, { elements }: Context): readonly XmlNode[] {
  const tractors = childrenNamed(root, 'tractor');
  const named = tractors.filter((node) => propertiesOf(node).has('kdenlive:uuid'));
  const last = tractors.findLast((node) => !propertiesOf(node).has('kdenlive:projectTractor'));
  const active = elements.get(activeId);
  const open = active?.name === 'tractor' ? [active] : [];
  const found = [...new Set([...open, ...named])].slice(0, mostSequences);
  return found.length > 0 || last === undefined ? found : [last];
}

/**
 * Finds the sequence that is the expected cut.
 * @param activeId id of the open sequence; empty if the document states none.
 * @throws TimelineParseError without a sequence, SeveralSequencesError if several could be it.
 */
export function findSequence(
  root: XmlNode,
  activeId: string,
  wanted: WantedSequence | null,
  context: Context,
): XmlNode {
  const sequences = sequencesOf(root, activeId, context);
  const [first, ...more] = sequences;
  if (first === undefined) throw new TimelineParseError('The document has no timeline.');
  if (more.length === 0) return first;
  const candidates = sequences.map((sequence) => candidateOf(sequence, context));
  const chosen = candidates.indexOf(chooseSequence(candidates, wanted));
  return sequences[chosen] ?? first;
}
