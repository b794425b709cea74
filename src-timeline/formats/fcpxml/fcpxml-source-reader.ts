import { addTimes, type RationalTime, subtractTimes } from '../../model/rational-time.ts';
import { childrenNamed, descendantsNamed, type XmlNode } from '../xml/xml-reader.ts';
import { type ReadAsset, timeAttribute, zeroTime } from './fcpxml-resource-reader.ts';

/** Media that an element shows: its own for most, the first item inside for `<clip>` and `<sync-clip>`. */
export interface Source {
  /** Element that refers to the asset. */
  readonly item: XmlNode;
  readonly asset: ReadAsset;
  /** Start of the visible part, in the asset's own time. */
  readonly start: RationalTime;
  readonly isSeen: boolean;
  readonly isHeard: boolean;
}

/** True if the item is anchored to another one. */
export const isOnLane = ({ attributes }: XmlNode): boolean => (attributes.get('lane') ?? '0') !== '0';

/** True if the sound of the main media, or of the items connected to it, is switched off. */
export function isSourceOff(node: XmlNode, sourceId: 'storyline' | 'connected'): boolean {
  const roles = childrenNamed(node, 'sync-source')
    .filter(({ attributes }) => attributes.get('sourceID') === sourceId)
    .flatMap((source) => childrenNamed(source, 'audio-role-source'));
  return roles.length > 0 && roles.every(({ attributes }) => attributes.get('active') === '0');
}

const mediaElements: readonly string[] = ['video', 'audio', 'asset-clip'];

const holders: readonly string[] = ['clip', 'sync-clip', 'mc-clip', 'ref-clip'];

const isMedia = ({ name }: XmlNode): boolean => mediaElements.includes(name);

/** Returns the items inside a `<clip>` or `<sync-clip>`, those of its storylines first. */
export const insidesOf = (node: XmlNode): readonly XmlNode[] => [
  ...childrenNamed(node, 'spine').flatMap(({ children }) => children),
  ...node.children,
];

/** Finds the media behind the elements of a storyline. */
export class FcpxmlSourceReader {
  readonly #assets: ReadonlyMap<string, ReadAsset>;

  constructor(assets: ReadonlyMap<string, ReadAsset>) {
    this.#assets = assets;
  }

  assetOf(node: XmlNode): ReadAsset | null {
    return this.#assets.get(node.attributes.get('ref') ?? '') ?? null;
  }

  /** Start of an item's own time: its `start`, else its asset's. The offsets of anchored items count in this time. */
  localStart(node: XmlNode): RationalTime {
    const start = timeAttribute(node, 'start');
    if (start !== null || node.name !== 'asset-clip') return start ?? zeroTime;
    return this.assetOf(node)?.start ?? zeroTime;
  }

  /**
   * Null for items without media of their own: gaps, titles, generators, compound clips, clips of a missing asset.
   * @throws TimelineParseError for a time that is none.
   */
  sourceOf(node: XmlNode): Source | null {
    if (node.name === 'clip' || node.name === 'sync-clip') return this.#insideSource(node);
    if (node.name === 'asset-clip') return this.#assetClipSource(node);
    const asset = node.name === 'video' || node.name === 'audio' ? this.assetOf(node) : null;
    if (asset === null) return null;
    return {
      item: node,
      asset,
      start: this.localStart(node),
      isSeen: node.name === 'video',
      isHeard: node.name === 'audio',
    };
  }

  /** False for gaps, titles, generators and clips of a missing asset. Clips that hold others may show their media. */
  mayShowMedia(node: XmlNode | undefined): boolean {
    if (node === undefined) return false;
    if (node.name === 'audition') return this.mayShowMedia(node.children[0]);
    return isMedia(node) ? this.assetOf(node) !== null : holders.includes(node.name);
  }

  #assetClipSource(node: XmlNode): Source | null {
    const asset = this.assetOf(node);
    if (asset === null) return null;
    const half = node.attributes.get('srcEnable') ?? 'all';
    const start = this.localStart(node);
    return { item: node, asset, start, isSeen: half !== 'audio', isHeard: half !== 'video' };
  }

  /** Returns the item whose media a `<clip>` or `<sync-clip>` shows: the first inside. Detached sound is in a gap. */
  mainOf(node: XmlNode): XmlNode | null {
    const insides = insidesOf(node);
    const held = insides.filter(({ name }) => name === 'gap').flatMap(({ children }) => children);
    return insides.find((one) => isMedia(one) && !isOnLane(one)) ?? held.find(isMedia) ?? null;
  }

  /** A `<clip>` wraps its media: `start` counts in the wrapper's time, which the inner offset maps to the media's. */
  #insideSource(node: XmlNode): Source | null {
    const main = this.mainOf(node);
    const source = main === null ? null : this.sourceOf(main);
    if (main === null || source === null) return null;
    const gap = insidesOf(node).find(({ children }) => children.includes(main));
    const start = gap === undefined ? this.localStart(node) : this.#timeWithin(gap, this.localStart(node));
    const shift = subtractTimes(start, timeAttribute(main, 'offset') ?? zeroTime);
    const ref = main.attributes.get('ref');
    const isHeard =
      source.isHeard || descendantsNamed(node, 'audio').some((audio) => audio.attributes.get('ref') === ref);
    return {
      ...source,
      start: addTimes(source.start, shift),
      isHeard: isHeard && !isSourceOff(node, 'storyline'),
    };
  }

  /** Converts a time of the enclosing item to the inner item's own time. */
  #timeWithin(node: XmlNode, time: RationalTime): RationalTime {
    const passed = subtractTimes(time, timeAttribute(node, 'offset') ?? zeroTime);
    return addTimes(passed, this.localStart(node));
  }
}
