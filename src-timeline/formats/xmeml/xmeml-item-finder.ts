import type { ItemKind, ItemWithoutMedia, Track } from '../../model/timeline.ts';
import { childOf, type XmlNode } from '../xml/xml-reader.ts';
import type { XmemlFileReader } from './xmeml-file-reader.ts';
import type { FoundItem } from './xmeml-found.ts';
import { nameOfItem, readContent } from './xmeml-item-content.ts';
import { type ItemRange, readChannel, readSpan } from './xmeml-item-reader.ts';
import { sourceOfItem } from './xmeml-item-source.ts';
import { readBoolean } from './xmeml-values.ts';

interface ItemContext {
  readonly files: XmemlFileReader;
  readonly kind: Track['kind'];
  /** True if the track is off. */
  readonly isOff: boolean;
}

type Place = Pick<ItemRange, 'startFrame' | 'endFrame'>;

function foundItem(
  node: XmlNode,
  { startFrame, endFrame }: Place,
  { kind, isOff }: Omit<ItemContext, 'files'>,
  content: Pick<ItemWithoutMedia, 'kind' | 'name' | 'words'>,
  text: string | null,
): FoundItem {
  const isDisabled = isOff || readBoolean(node, 'enabled') === false;
  return {
    item: {
      ...content,
      trackKind: kind,
      trackIndex: null,
      startFrame,
      durationFrames: endFrame - startFrame,
      ...(isDisabled && { isDisabled }),
      source: text === null ? null : { format: 'PREMIERE_XML', text },
    },
    channel: readChannel(node),
    isTransition: false,
  };
}

/**
 * Describes a clip or generator that shows no media file.
 * @param knownKind Kind for an item that is not told by its content.
 */
export function findItem(
  node: XmlNode,
  range: ItemRange,
  context: ItemContext,
  knownKind: ItemKind | null = null,
): FoundItem {
  const named = childOf(node, 'file');
  const file = named && context.files.describe(named);
  const { kind, words } = readContent(node, file);
  const content = {
    kind: range.isOdd ? 'unreadable' : (knownKind ?? kind),
    name: nameOfItem(node, file),
    words,
  };
  const text = content.kind === 'unreadable' ? null : sourceOfItem(node, file, range.sourceStartFrame);
  return foundItem(node, range, context, content, text);
}

/** Elements that describe a track. */
const trackSettings: readonly string[] = ['name', 'enabled', 'locked', 'outputchannelindex'];

/** Returns the place of an element, or the one that all its descendants with a place cover. */
function placeOfUnknown(node: XmlNode): Place | null {
  const span = readSpan(node);
  if (span !== null && span.start !== span.end) {
    const startFrame = Math.max(0, Math.min(span.start, span.end));
    return { startFrame, endFrame: Math.max(startFrame + 1, span.start, span.end) };
  }
  const places = node.children.flatMap((child) => placeOfUnknown(child) ?? []);
  if (places.length === 0) return null;
  return places.reduce((all, one) => ({
    startFrame: Math.min(all.startFrame, one.startFrame),
    endFrame: Math.max(all.endFrame, one.endFrame),
  }));
}

/** Describes an element of a track that the document type does not have. Null for one without a place. */
export function findUnknown(node: XmlNode, context: Omit<ItemContext, 'files'>): FoundItem | null {
  const isSetting = trackSettings.includes(node.name) && node.children.length === 0;
  const place = isSetting ? null : placeOfUnknown(node);
  return (
    place &&
    foundItem(node, place, context, { kind: 'other', name: nameOfItem(node, null), words: null }, null)
  );
}

/** Describes a transition that belongs to no clip, such as the fade of a title. Null for one without a place. */
export function findTransition(node: XmlNode, context: Omit<ItemContext, 'files'>): FoundItem | null {
  const found = findUnknown(node, context);
  return found && { ...found, isTransition: true };
}
