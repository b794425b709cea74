import { addTimes, type RationalTime, subtractTimes } from '../rational-time.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import { childrenNamed, descendantsNamed, placeOf, requireAttribute, type XmlNode } from '../xml-reader.ts';
import { type ReadAsset, timeAttribute, zeroTime } from './fcpxml-resource-reader.ts';

/** The media an element shows: itself for most, the first of its insides for `<clip>` and `<sync-clip>`. */
export interface Source {
  readonly asset: ReadAsset;
  /** Start of what is shown, in the asset's own time. */
  readonly start: RationalTime;
  readonly isSeen: boolean;
  readonly isHeard: boolean;
}

const mediaElements: readonly string[] = ['video', 'audio', 'asset-clip'];

/** Finds the media behind the elements of a storyline. */
export class FcpxmlSourceReader {
  readonly #assets: ReadonlyMap<string, ReadAsset>;

  constructor(assets: ReadonlyMap<string, ReadAsset>) {
    this.#assets = assets;
  }

  assetOf(node: XmlNode): ReadAsset | null {
    return this.#assets.get(node.attributes.get('ref') ?? '') ?? null;
  }

  /** What is anchored in an item counts in the item's own time, which begins with its `start`. */
  localStart(node: XmlNode): RationalTime {
    const start = timeAttribute(node, 'start');
    if (start !== null || node.name !== 'asset-clip') return start ?? zeroTime;
    return this.assetOf(node)?.start ?? zeroTime;
  }

  /**
   * Null for what shows no media of its own: gaps, titles, generators, compound clips.
   * @throws TimelineParseError when an asset is missing.
   */
  sourceOf(node: XmlNode): Source | null {
    if (node.name === 'clip' || node.name === 'sync-clip') return this.#insideSource(node);
    if (node.name === 'asset-clip') return this.#assetClipSource(node);
    const asset = node.name === 'video' || node.name === 'audio' ? this.assetOf(node) : null;
    if (asset === null) return null;
    return {
      asset,
      start: this.localStart(node),
      isSeen: node.name === 'video',
      isHeard: node.name === 'audio',
    };
  }

  #assetClipSource(node: XmlNode): Source {
    requireAttribute(node, 'ref');
    const asset = this.assetOf(node);
    if (asset === null)
      throw new TimelineParseError('This shows an asset that is not listed.', placeOf(node));
    const half = node.attributes.get('srcEnable') ?? 'all';
    return { asset, start: this.localStart(node), isSeen: half !== 'audio', isHeard: half !== 'video' };
  }

  /** A `<clip>` wraps its media: `start` counts in the wrapper's time, which the inner offset maps to the media's. */
  #insideSource(node: XmlNode): Source | null {
    const insides = [...childrenNamed(node, 'spine').flatMap(({ children }) => children), ...node.children];
    const main = insides.find(
      ({ name, attributes }) => mediaElements.includes(name) && (attributes.get('lane') ?? '0') === '0',
    );
    const source = main === undefined ? null : this.sourceOf(main);
    if (main === undefined || source === null) return null;
    const shift = subtractTimes(this.localStart(node), timeAttribute(main, 'offset') ?? zeroTime);
    const ref = main.attributes.get('ref');
    const isHeard =
      source.isHeard || descendantsNamed(node, 'audio').some((audio) => audio.attributes.get('ref') === ref);
    return { ...source, start: addTimes(source.start, shift), isHeard };
  }
}
