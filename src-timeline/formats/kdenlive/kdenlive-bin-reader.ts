import type { MediaReference, TimelineMarker } from '../../model/timeline.ts';
import { readMedia, resourceOfProducer } from '../mlt/mlt-media.ts';
import { framesOfMltTime, type MltProfile, propertiesOf } from '../mlt/mlt-nodes.ts';
import type { XmlNode } from '../xml/xml-reader.ts';
import { readKdenliveMarkers } from './kdenlive-markers.ts';

export interface BinMedia {
  readonly media: MediaReference;
  /** Note of every use of the file. */
  readonly note: string | null;
  /** Markers in frames of the file. */
  readonly markers: readonly TimelineMarker[];
}

/** Returns the bin of a project, whose id has a space before Kdenlive 18. */
export function binOf(elements: ReadonlyMap<string, XmlNode>): XmlNode | undefined {
  return elements.get('main_bin') ?? elements.get('main bin');
}

/** Finds the files of a project, by the number that bin and timeline share or by their location. */
export class KdenliveBinReader {
  readonly #profile: MltProfile;
  /** Root of the document's paths; empty if it states none. */
  readonly folder: string;
  /** Colours of the document's categories of markers. */
  readonly #categories: string | undefined;
  readonly #takenIds = new Set<string>();
  readonly #byId = new Map<string, BinMedia>();
  readonly #byResource = new Map<string, BinMedia>();

  constructor(root: XmlNode, profile: MltProfile, elements: ReadonlyMap<string, XmlNode>) {
    this.#profile = profile;
    this.folder = root.attributes.get('root') ?? '';
    const bin = binOf(elements);
    this.#categories = bin && propertiesOf(bin).get('kdenlive:docproperties.guidesCategories');
    for (const entry of bin?.children ?? []) {
      const producer = elements.get(entry.attributes.get('producer') ?? '');
      if (entry.name === 'entry' && producer !== undefined) this.mediaOf(producer, null);
    }
  }

  /** All files, those of the bin first and in its order. */
  get media(): readonly MediaReference[] {
    return [...this.#byResource.values()].map(({ media }) => media);
  }

  /** Null if the producer has no file. */
  mediaOf(producer: XmlNode, entry: XmlNode | null): BinMedia | null {
    const properties = propertiesOf(producer);
    const resource = resourceOfProducer(properties);
    if (resource === null) return null;
    const id =
      (entry ? propertiesOf(entry).get('kdenlive:id') : undefined) ?? properties.get('kdenlive:id') ?? '';
    const key = `${id} ${resource}`;
    const known = this.#byResource.get(key) ?? this.#byId.get(id);
    if (known) return known;
    const found = this.#read(properties, resource);
    this.#byResource.set(key, found);
    if (id !== '') this.#byId.set(id, found);
    return found;
  }

  #read(properties: ReadonlyMap<string, string>, resource: string): BinMedia {
    const { frameRate, width, height } = this.#profile;
    const length = framesOfMltTime(properties.get('length') ?? '', frameRate) ?? 0;
    const media = readMedia(properties, resource, {
      folder: this.folder,
      frame: { width, height },
      lengthFrames: length,
      takenIds: this.#takenIds,
    });
    return {
      media,
      note: properties.get('kdenlive:description') ?? null,
      markers: readKdenliveMarkers(properties.get('kdenlive:markers'), this.#categories),
    };
  }
}
