import { isSame } from '../diff/match/is-same.ts';
import { clipExtras } from '../model/clip-extras.ts';
import type { Node } from './arrangement.ts';
import { changesOfNode, type ClipField, keysOfField, withPartOf } from './clip-changes.ts';
import { withinStretch } from './stretch.ts';

const fieldsOfPieces = ['levels', 'motion', 'transition', 'disabled', 'markers'] as const;
const fieldsOfWhole = ['levels', 'motion', 'disabled', 'markers'] as const;

type FieldOfPieces = (typeof fieldsOfPieces)[number];

/**
 * Returns the first of several pieces, extended to the end of the last. Parts that the pieces did not all change alike
 * stay as delivered: muting one piece does not silence the whole.
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
 * Returns the parts of a clip that a side changed in only some of its pieces, or differently in each. These need a
 * decision for each piece.
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
 * True if all pieces changed a part alike. Ignores fades, because they belong to the first and the last piece.
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
