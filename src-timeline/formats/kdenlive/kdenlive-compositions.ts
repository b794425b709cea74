import type { FrameRate } from '../../model/rational-time.ts';
import type { ItemWithoutMedia } from '../../model/timeline.ts';
import { itemWithoutContent } from '../mlt/mlt-items.ts';
import { frameAttribute, propertiesOf } from '../mlt/mlt-nodes.ts';
import { childrenNamed, type XmlNode } from '../xml/xml-reader.ts';

/**
 * Names the compositions of a sequence, such as a wipe from one track to another, which the model does not cover. Those
 * that Kdenlive adds itself, to show all tracks, have no place.
 */
export function readCompositions(sequence: XmlNode, rate: FrameRate): readonly ItemWithoutMedia[] {
  return childrenNamed(sequence, 'transition').flatMap((node) => {
    const properties = propertiesOf(node);
    const last = frameAttribute(node, 'out', rate);
    const isOwn = properties.has('internal_added') || properties.get('always_active') === '1';
    if (isOwn || last === null) return [];
    const startFrame = Math.max(0, frameAttribute(node, 'in', rate) ?? 0);
    const name = properties.get('kdenlive_id') ?? properties.get('mlt_service') ?? node.name;
    const { hasGap, ...item } = itemWithoutContent('other', name, {
      startFrame,
      lengthFrames: last - startFrame + 1,
    });
    return hasGap ? [{ ...item, trackKind: 'video', trackIndex: null }] : [];
  });
}
