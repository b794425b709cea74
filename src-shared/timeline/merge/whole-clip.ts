import { clipExtras } from '../clip-extras.ts';
import { isSame } from '../diff/is-same.ts';
import type { Node } from './arrangement.ts';
import { changesOfNode, type ClipField, keysOfField, withPartOf } from './clip-changes.ts';
import { withinStretch } from './stretch.ts';

const fieldsOfPieces = ['levels', 'motion', 'transition', 'disabled', 'markers'] as const;
const fieldsOfWhole = ['levels', 'motion', 'disabled', 'markers'] as const;

type FieldOfPieces = (typeof fieldsOfPieces)[number];

/**
 * The first of some pieces as if it had been drawn out to the end of the last. What was not changed in all of them alike
 * is as it was delivered: a piece that was switched off or turned down does not silence the whole.
 */
export function wholeOf(base: Node, pieces: readonly Node[]): Node | undefined {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last || first === last) return first;
  const { clip } = first.event;
  const fades = {
    inFrames: clip.fades?.inFrames ?? 0,
    outFrames: last.event.clip.fades?.outFrames ?? 0,
  };
  const stretch = { ...first.stretch, isLast: true };
  const length = Math.max(1, Math.round((base.event.durationFrames - stretch.head) / stretch.rate));
  const delivered = withinStretch(base.event.clip, base.stretch, stretch, length);
  const changes = pieces.map((one) => changesOfNode(base, one));
  const partial = fieldsOfWhole.filter((field) => !isChangedAlike(field, pieces, changes));
  const even = partial.reduce((all, field) => withPartOf(all, delivered, keysOfField[field]), clip);
  const drawnOut = withPartOf(even, clipExtras({ fades }), ['fades']);
  return { ...first, stretch, event: { ...first.event, clip: drawnOut } };
}

/**
 * The parts of a clip that a side changed in some of its pieces alone, or in each of them in its own way: there is no one
 * answer for all of the pieces then.
 */
export function unevenFields(base: Node, sides: readonly (readonly Node[])[]): ReadonlySet<ClipField> {
  return new Set(
    sides.flatMap((pieces) => {
      const changes = pieces.map((one) => changesOfNode(base, one));
      return fieldsOfPieces.filter(
        (field) => changes.some((each) => each.has(field)) && !isChangedAlike(field, pieces, changes),
      );
    }),
  );
}

/**
 * Fades at the ends of a clip are those of its first piece and its last.
 * @param changes of each piece.
 */
function isChangedAlike(
  field: FieldOfPieces,
  pieces: readonly Node[],
  changes: readonly ReadonlySet<ClipField>[],
): boolean {
  const [first] = pieces;
  return (
    changes.every((each) => each.has(field)) &&
    pieces.every(({ event }) =>
      keysOfField[field].every((key) => key === 'fades' || isSame(event.clip[key], first?.event.clip[key])),
    )
  );
}
