import type { ItemWithoutMedia } from '../../model/timeline.ts';
import { childrenNamed, parseXml, type XmlNode } from '../xml/xml-reader.ts';
import { inlineElement, writeXmlElement, type XmlElement, xmlElement } from '../xml/xml-writer.ts';

/**
 * Elements of an item without media, with their attributes. Children of an item stand in this order. Leaves out its name
 * and place, and what it has in common with clips: markers and connected items.
 */
const itemElements: Readonly<Record<string, string>> = {
  title: 'ref start role',
  video: 'ref start srcID role',
  'asset-clip': 'ref start srcEnable format tcFormat audioRole videoRole',
  'live-drawing': 'start role dataLocator animationType',
  param: 'name key value auxValue enabled',
  text: 'display-style roll-up-height position placement alignment',
  'text-style-def': 'id name',
  note: '',
  'conform-rate': 'scaleEnabled srcFrameRate frameSampling',
  timeMap: 'frameSampling preservesPitch',
  'object-tracker': '',
  'adjust-crop': 'mode enabled',
  'adjust-corners': 'enabled botLeft topLeft topRight botRight',
  'adjust-conform': 'type',
  'adjust-transform': 'enabled position scale rotation anchor tracking',
  'adjust-blend': 'amount mode',
  'adjust-stabilization': 'enabled type',
  'adjust-rollingShutter': 'enabled amount',
  'adjust-360-transform':
    'enabled coordinates latitude longitude distance xPosition yPosition zPosition xOrientation yOrientation ' +
    'zOrientation autoOrient convergence interaxial scale',
  'adjust-reorient': 'enabled tilt pan roll convergence',
  'adjust-orientation': 'enabled tilt pan roll fieldOfView mapping',
  'adjust-cinematic': 'enabled dataLocator aperture',
  'adjust-colorConform': 'enabled autoOrManual conformType peakNitsOfPQSource peakNitsOfSDRToPQSource',
  'adjust-stereo-3D': 'enabled convergence autoScale swapEyes depth',
  'adjust-volume': 'amount',
  'filter-video': 'ref name nameOverride enabled',
  'filter-video-mask': 'enabled inverted',
  metadata: '',
  fadeIn: 'type duration',
  fadeOut: 'type duration',
  keyframeAnimation: '',
  keyframe: 'time value auxValue interp curve',
  'text-style':
    'ref font fontSize fontFace fontColor backgroundColor bold italic strokeColor strokeWidth baseline shadowColor ' +
    'shadowOffset shadowBlurRadius kerning alignment lineSpacing tabStops baselineOffset underline',
  timept: 'time value interp inTime outTime',
  'tracking-shape': 'id name offsetEnabled analysisMethod dataLocator',
  'crop-rect': 'left top right bottom',
  'trim-rect': 'left top right bottom',
  'pan-rect': 'left top right bottom',
  data: 'key',
  'mask-shape': 'name enabled blendMode tracking',
  'mask-isolation': 'name enabled blendMode type',
  md: 'key value editable type displayName description source',
  array: '',
  string: '',
};

const order: readonly string[] = Object.keys(itemElements);

/** Resources that an item refers to, with their attributes. */
const itemResources: Readonly<Record<string, string>> = {
  effect: 'id name uid src',
  asset:
    'id name uid start duration hasVideo format hasAudio videoSources audioSources audioChannels audioRate ' +
    'colorSpaceOverride projectionOverride',
  format: 'id name frameDuration fieldOrder width height paspH paspV colorSpace projection stereoscopic',
  locator: 'id url',
};

/** Attributes that refer to an element by its id. */
const references: ReadonlySet<string> = new Set(['ref', 'format', 'tracking', 'dataLocator']);

/** Gives ids in the order of their use, and collects the resources that an item refers to. */
class Copier {
  readonly resources: XmlElement[] = [];
  readonly #ids = new Map<string, string>();
  readonly #known: ReadonlyMap<string, XmlNode>;
  readonly #own: ReadonlySet<string>;

  constructor(item: XmlNode, known: ReadonlyMap<string, XmlNode>) {
    this.#known = known;
    this.#own = new Set(ownIdsOf(item));
  }

  /** Null for an element that no item has, or that needs a resource which is missing. */
  copy(node: XmlNode): XmlElement | null {
    const attributes = this.#attributesOf(node, itemElements[node.name]);
    if (attributes === null || (node.name === 'filter-video' && attributes['ref'] === undefined)) return null;
    const hasText = node.text.trim() !== '' && (node.children.length === 0 || node.name === 'text-style');
    if (hasText) return xmlElement(node.name, attributes, node.text);
    const children = node.children.flatMap((child) => this.copy(child) ?? []);
    if (node.name === 'filter-video-mask' && !children.some(({ name }) => name === 'filter-video'))
      return null;
    return xmlElement(node.name, attributes, children);
  }

  #attributesOf(node: XmlNode, known: string | undefined): Record<string, string> | null {
    if (known === undefined) return null;
    const kept = known.split(' ').flatMap((name) => {
      const value = node.attributes.get(name);
      if (value === undefined) return [];
      if (name === 'id') return [[name, this.#idOf(value)] as const];
      const written = references.has(name) ? this.#refer(value) : value;
      return written === null ? [] : [[name, written] as const];
    });
    return Object.fromEntries(kept);
  }

  #idOf(id: string): string {
    const known = this.#ids.get(id) ?? `id-${String(this.#ids.size + 1)}`;
    this.#ids.set(id, known);
    return known;
  }

  /** Returns the id of an element of the item, or of a resource, which it adds. Null without either. */
  #refer(id: string): string | null {
    const isCopied = this.#own.has(id) || this.#ids.has(id);
    if (isCopied) return this.#idOf(id);
    const node = this.#known.get(id);
    const known = itemResources[node?.name ?? ''];
    if (node === undefined || known === undefined) return null;
    const newId = this.#idOf(id);
    const attributes = this.#attributesOf(node, known) ?? {};
    const parts = node.name === 'asset' ? representationsOf(node) : [];
    this.resources.push(xmlElement(node.name, attributes, parts));
    return newId;
  }
}

function ownIdsOf({ attributes, children }: XmlNode): readonly string[] {
  const id = attributes.get('id');
  return [...(id === undefined ? [] : [id]), ...children.flatMap(ownIdsOf)];
}

function representationsOf(asset: XmlNode): readonly XmlElement[] {
  const nodes = childrenNamed(asset, 'media-rep');
  const stated = nodes.length > 0 ? nodes : [asset];
  return stated.map(({ attributes }) =>
    xmlElement('media-rep', {
      kind: nodes.length > 0 ? (attributes.get('kind') ?? null) : null,
      src: attributes.get('src') ?? '',
    }),
  );
}

/**
 * Returns the text of an item without its place, after the resources it refers to. Ids count from 1, so that the text
 * is the same wherever the item stands. Null for an element that a document could not contain again.
 */
export function itemSourceOf(
  node: XmlNode,
  resources: ReadonlyMap<string, XmlNode>,
): ItemWithoutMedia['source'] {
  const copier = new Copier(node, resources);
  const element = copier.copy({ ...node, children: node.children.filter(isPartOfSource) });
  const needsResource = node.name !== 'live-drawing';
  if (element === null || (needsResource && typeof element.attributes['ref'] !== 'string')) return null;
  const text = [...copier.resources, inOrder(element)]
    .map((one) => writeXmlElement(inlineElement(one)))
    .join('');
  return { format: 'FCPXML', text };
}

/** Elements that only stand as items themselves, connected to this one. */
const isPartOfSource = ({ name }: XmlNode): boolean => order.indexOf(name) >= order.indexOf('param');

/** Elements and attributes that version 1.10 lacks. */
const laterThan110: ReadonlySet<string> = new Set([
  'live-drawing',
  'adjust-colorConform',
  'adjust-stereo-3D',
  'auxValue',
  'nameOverride',
]);

/** An item to be written, with ids that are unique in the document. */
interface PlacedSource {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Children that stand before connected items and markers, and those after them. */
  readonly before: readonly XmlElement[];
  readonly after: readonly XmlElement[];
}

/** Puts the texts of items into one document. Items share resources of the same content. */
export class ItemSources {
  readonly resources: XmlElement[] = [];
  readonly #idsByContent = new Map<string, string>();
  readonly #isDropped: (name: string) => boolean;
  #count = 0;

  constructor(version: '1.13' | '1.10') {
    this.#isDropped = (name) => version === '1.10' && laterThan110.has(name);
  }

  /** Null for an item that the version of the document lacks. */
  place(text: string): PlacedSource | null {
    const nodes = parseXml(`<item>${text}</item>`, 'item').children;
    const item = nodes.at(-1);
    if (item === undefined || this.#isDropped(item.name)) return null;
    this.#count += 1;
    const prefix = `item-${String(this.#count)}-`;
    const ids = new Map<string, string>();
    const idOf = (id: string): string => ids.get(id) ?? prefix + id;
    for (const node of nodes.slice(0, -1))
      ids.set(node.attributes.get('id') ?? '', this.#addResource(this.#copy(node, idOf)));
    const { name, attributes, children } = this.#copy(item, idOf);
    const elements = typeof children === 'string' ? [] : children;
    const isAfter = (one: XmlElement): boolean => order.indexOf(one.name) >= order.indexOf('filter-video');
    return {
      name,
      attributes,
      before: elements.filter((one) => !isAfter(one)),
      after: elements.filter(isAfter),
    };
  }

  #copy(node: XmlNode, idOf: (id: string) => string): XmlElement & Pick<PlacedSource, 'attributes'> {
    const written = [...node.attributes].filter(([name]) => !this.#isDropped(name));
    const attributes = Object.fromEntries(
      written.map(([name, value]) => [name, name === 'id' || references.has(name) ? idOf(value) : value]),
    );
    const kept = node.children.filter(({ name }) => !this.#isDropped(name));
    const children = kept.length > 0 ? kept.map((child) => this.#copy(child, idOf)) : node.text;
    return { ...xmlElement(node.name, attributes, children), attributes, isInline: node.name === 'text' };
  }

  #addResource(resource: XmlElement): string {
    const attributes = Object.fromEntries(
      Object.entries(resource.attributes).filter(([name]) => name !== 'id'),
    );
    const content = JSON.stringify([resource.name, attributes, resource.children]);
    const known = this.#idsByContent.get(content);
    if (known !== undefined) return known;
    const newId = `item-resource-${String(this.resources.length + 1)}`;
    this.#idsByContent.set(content, newId);
    this.resources.push({ ...resource, attributes: { ...attributes, id: newId } });
    return newId;
  }
}

function inOrder(element: XmlElement): XmlElement {
  if (typeof element.children === 'string') return element;
  const children = element.children.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  return { ...element, children };
}
