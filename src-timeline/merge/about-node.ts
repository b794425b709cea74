import type { FrameSpan } from '../diff/edit.ts';
import { endOf, spanOf } from '../diff/match/cut-event.ts';
import type { Arrangement, Node } from './arrangement.ts';
import type { About } from './merge-log.ts';
import type { Three } from './merge-types.ts';

/** Describes the clip that a change concerns. */
export function aboutNode({ base, ours, theirs }: Three<Arrangement>, node: Node): About {
  const picture = node.origin === null ? null : (node.anchor ?? node.id);
  const placeIn = ({ byId }: Arrangement): About['places']['base'] => {
    const event = byId.get(node.id)?.event;
    return event ? spanOf(event) : null;
  };
  return {
    key: node.id,
    subject: node.event.fileName,
    scene: base.sceneOf(picture),
    places: { base: placeIn(base), ours: placeIn(ours), theirs: placeIn(theirs) },
  };
}

/** Describes the piece that a change concerns. Its place in a cut with the whole clip is the part that it shows. */
export function aboutPiece(about: About, { base, ours, theirs }: Three<Node>): About {
  const piece = ours.id === base.id ? theirs : ours;
  const places = {
    base: spanWithin(base, piece),
    ours: spanWithin(ours, piece),
    theirs: spanWithin(theirs, piece),
  };
  return { ...about, key: piece.id, places };
}

function spanWithin({ event, stretch }: Node, piece: Node): FrameSpan {
  const framesHere = (frames: number): number => Math.round(frames / stretch.rate);
  const head = Math.max(0, framesHere(piece.stretch.head - stretch.head));
  const startFrame = Math.min(endOf(event) - 1, event.startFrame + head);
  const length = Math.max(1, framesHere(piece.event.durationFrames * piece.stretch.rate));
  return { startFrame, endFrame: Math.min(endOf(event), startFrame + length) };
}
