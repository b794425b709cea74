import { CheapestFirst } from './cheapest-first.ts';
import { estimateSpeechSeconds } from './estimate-speech.ts';
import type { ScriptPiece } from './group-scenes.ts';

/** Joining two paragraphs, or a heading with its text, costs as much as this many seconds of extra length. */
const paragraphPenaltySeconds = 6;
const headingPenaltySeconds = 30;

interface Group {
  readonly at: number;
  readonly pieces: ScriptPiece[];
  readonly startsParagraph: boolean;
  hasHeading: boolean;
  seconds: number;
  previous: Group | null;
  next: Group | null;
}

/** Boundary between two neighbouring groups, with the cost of joining them when it was queued. */
interface Seam {
  readonly at: number;
  readonly cost: number;
  readonly left: Group;
  readonly right: Group;
}

/** Joins neighbouring scenes, the shortest first, until there are no more than `maxScenes`. */
export function limitScenes(
  scenes: readonly (readonly ScriptPiece[])[],
  maxScenes: number,
): (readonly ScriptPiece[])[] {
  const groups = linkGroups(scenes);
  const seams = new CheapestFirst<Seam>();
  const addSeam = (left: Group | null, right: Group | null) => {
    if (left && right) seams.add({ at: left.at, cost: costOfJoining(left, right), left, right });
  };
  for (const group of groups) addSeam(group, group.next);
  let count = groups.length;
  while (count > Math.max(1, maxScenes)) {
    const seam = seams.take();
    if (!seam) break;
    const { left, right, cost } = seam;
    // A group that was joined since then has newer seams in the queue.
    if (left.next !== right || cost !== costOfJoining(left, right)) continue;
    join(left, right);
    count -= 1;
    addSeam(left.previous, left);
    addSeam(left, left.next);
  }
  return listGroups(groups[0] ?? null);
}

function linkGroups(scenes: readonly (readonly ScriptPiece[])[]): Group[] {
  const groups: Group[] = [];
  for (const [at, pieces] of scenes.entries()) {
    const previous = groups.at(-1) ?? null;
    const group: Group = {
      at,
      pieces: [...pieces],
      startsParagraph: pieces[0]?.startsParagraph ?? false,
      hasHeading: pieces.some((piece) => piece.isHeading),
      seconds: pieces.reduce((sum, piece) => sum + estimateSpeechSeconds(piece.text), 0),
      previous,
      next: null,
    };
    if (previous) previous.next = group;
    groups.push(group);
  }
  return groups;
}

function costOfJoining(left: Group, right: Group): number {
  const headingSeconds = left.hasHeading || right.hasHeading ? headingPenaltySeconds : 0;
  const paragraphSeconds = right.startsParagraph ? paragraphPenaltySeconds : 0;
  return left.seconds + right.seconds + (headingSeconds + paragraphSeconds);
}

/** Adds the right group to the left one and unlinks it. */
function join(left: Group, right: Group): void {
  for (const piece of right.pieces) left.pieces.push(piece);
  left.seconds += right.seconds;
  left.hasHeading ||= right.hasHeading;
  left.next = right.next;
  right.next = null;
  right.previous = null;
  if (left.next) left.next.previous = left;
}

function listGroups(first: Group | null): ScriptPiece[][] {
  const listed: ScriptPiece[][] = [];
  for (let group = first; group; group = group.next) listed.push(group.pieces);
  return listed;
}
