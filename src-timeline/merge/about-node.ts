import type { FrameSpan } from '../diff/edit.ts';
import { spanOf } from '../diff/match/cut-event.ts';
import type { Arrangement, Node } from './arrangement.ts';
import type { About } from './merge-log.ts';
import type { Three } from './merge-types.ts';

/** Describes the clip that a change concerns. */
export function aboutNode({ base, ours, theirs }: Three<Arrangement>, node: Node): About {
  const picture = node.origin === null ? null : (node.anchor ?? node.id);
  const placeIn = ({ byId }: Arrangement): FrameSpan | null => {
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
