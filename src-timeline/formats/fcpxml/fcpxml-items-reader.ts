import type { ItemKind, ItemWithoutMedia } from '../../model/timeline.ts';
import { kindOfGeneratorName } from '../generator-kind.ts';
import type { XmlNode } from '../xml/xml-reader.ts';
import { itemSourceOf } from './fcpxml-item-source.ts';
import { isImageSequence } from './fcpxml-resource-reader.ts';
import {
  captionLines,
  type FoundItem,
  type Place,
  pictureRoleOf,
  soundRoleOf,
} from './fcpxml-story-parts.ts';

/** Elements that show a resource. */
const referring: ReadonlySet<string> = new Set(['asset-clip', 'audio', 'mc-clip', 'ref-clip', 'video']);

/** Elements that hold the media they show. */
const holding: ReadonlySet<string> = new Set(['audition', 'clip', 'sync-clip']);

/** Kinds whose elements a document can contain again. */
const writableKinds: ReadonlySet<ItemKind> = new Set([
  'title',
  'generator',
  'colour',
  'adjustment',
  'graphic',
  'image-sequence',
]);

/** Reads the items of a story that show no media. */
export class FcpxmlItemReader {
  readonly #resources: ReadonlyMap<string, XmlNode>;

  constructor(resources: XmlNode) {
    this.#resources = new Map(resources.children.map((node) => [node.attributes.get('id') ?? '', node]));
  }

  /** @param kind replaces the kind that the element itself has. */
  read(node: XmlNode, place: Place, kind: ItemKind = this.#kindOf(node)): FoundItem {
    const startFrame = Math.max(0, place.startFrame);
    const endFrame = place.startFrame + place.durationFrames;
    const isHeard = node.name === 'audio' || node.attributes.get('srcEnable') === 'audio';
    const item: ItemWithoutMedia = {
      kind,
      name: this.#nameOf(node),
      words: (node.name === 'title' && captionLines(node).join('\n')) || null,
      trackKind: isHeard ? 'audio' : 'video',
      trackIndex: null,
      startFrame,
      durationFrames: Math.max(1, endFrame - startFrame),
      ...(node.attributes.get('enabled') === '0' && { isDisabled: true }),
      source: writableKinds.has(kind) && !isHeard ? itemSourceOf(node, this.#resources) : null,
    };
    return { lane: place.lane, role: isHeard ? soundRoleOf(node) : pictureRoleOf(node), item };
  }

  #resourceOf({ attributes }: XmlNode): XmlNode | undefined {
    return this.#resources.get(attributes.get('ref') ?? '');
  }

  #nameOf(node: XmlNode): string {
    return node.attributes.get('name') ?? this.#resourceOf(node)?.attributes.get('name') ?? node.name;
  }

  #kindOf(node: XmlNode): ItemKind {
    const resource = this.#resourceOf(node);
    if (node.name === 'title') return this.#isAdjustment(node) ? 'adjustment' : 'title';
    if (node.name === 'live-drawing') return 'graphic';
    if (holding.has(node.name)) return 'missing-media';
    if (!referring.has(node.name)) return 'other';
    if (resource?.name === 'asset' && isImageSequence(resource)) return 'image-sequence';
    if (resource?.name !== 'effect') return 'missing-media';
    const { attributes } = resource;
    return kindOfGeneratorName(`${attributes.get('uid') ?? ''} ${attributes.get('name') ?? ''}`);
  }

  /** Final Cut and the makers of templates place effects on everything below by empty titles. */
  #isAdjustment(node: XmlNode): boolean {
    return [node, this.#resourceOf(node)].some((one) =>
      /adjustment (?:clip|layer)/i.test(one?.attributes.get('name') ?? ''),
    );
  }
}
