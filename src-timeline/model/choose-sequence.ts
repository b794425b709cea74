import { foldName } from './fold-name.ts';
import type { KnownSettings } from './known-settings.ts';
import { TimelineParseError } from './timeline-parse-error.ts';

/** One of several sequences in a document. */
export interface SequenceCandidate {
  /** Identifies it within its document. */
  readonly key: string;
  /** Name as its program shows it. */
  readonly name: string;
  /** Names of the files it shows, once each. */
  readonly fileNames: readonly string[];
  /** Number of its clips and other items; 0 for an empty sequence. */
  readonly itemCount: number;
}

/** The cut that a document is expected to hold. */
export interface WantedSequence {
  /** Name of the delivered sequence. */
  readonly name: string;
  /** Names of its media files. */
  readonly fileNames: readonly string[];
  /** Key of the sequence that the user chose. */
  readonly chosenKey?: string;
  /** Its settings, for documents that state none. */
  readonly settings?: KnownSettings;
  /** Called with a choice among several sequences that the user did not make, and the number of all sequences. */
  readonly onChoice?: (chosen: SequenceCandidate, count: number) => void;
}

/** Several sequences of a document could be the expected cut. */
export class SeveralSequencesError extends TimelineParseError {
  readonly candidates: readonly SequenceCandidate[];

  constructor(candidates: readonly SequenceCandidate[]) {
    const names = candidates.map(({ name }) => `“${name}”`).join(', ');
    super(`The document has several sequences that could be the cut: ${names}.`);
    this.candidates = candidates;
  }
}

/**
 * Chooses the sequence to read: the one that the user chose, else the one that shares most files with the expected cut,
 * else the one of its name, else the first. Empty sequences are chosen only if all are empty.
 * @param wanted Null for a document that nothing is known about.
 * @throws SeveralSequencesError if several share equally many files and the name does not decide, TimelineParseError
 * without candidates.
 */
export function chooseSequence(
  candidates: readonly SequenceCandidate[],
  wanted: WantedSequence | null,
): SequenceCandidate {
  const chosen = candidates.find(({ key }) => key === wanted?.chosenKey);
  if (chosen) return chosen;
  const filled = candidates.filter(({ itemCount }) => itemCount > 0);
  const [first] = filled.length > 0 ? filled : candidates;
  if (!first) throw new TimelineParseError('The document has no sequence.');
  if (wanted === null || filled.length < 2) return first;
  const decided = decide(filled, first, wanted);
  wanted.onChoice?.(decided, candidates.length);
  return decided;
}

/** @throws SeveralSequencesError. */
function decide(
  filled: readonly SequenceCandidate[],
  first: SequenceCandidate,
  wanted: WantedSequence,
): SequenceCandidate {
  const best = mostSharing(filled, wanted);
  const named = best.filter(({ name }) => foldName(name) === foldName(wanted.name));
  const [only, ...more] = named.length > 0 ? named : best;
  if (only && more.length === 0) return only;
  if (sharedFilesOf(first, wanted) === 0 && best.length === filled.length && named.length === 0) return first;
  throw new SeveralSequencesError(named.length > 0 ? named : best);
}

function sharedFilesOf({ fileNames }: SequenceCandidate, wanted: WantedSequence): number {
  const expected = new Set(wanted.fileNames.map(foldName));
  return new Set(fileNames.map(foldName).filter((name) => expected.has(name))).size;
}

function mostSharing(
  candidates: readonly SequenceCandidate[],
  wanted: WantedSequence,
): readonly SequenceCandidate[] {
  const counted = candidates.map((candidate) => ({ candidate, shared: sharedFilesOf(candidate, wanted) }));
  const most = Math.max(...counted.map(({ shared }) => shared));
  return counted.filter(({ shared }) => shared === most).map(({ candidate }) => candidate);
}
