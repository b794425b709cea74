import { posix } from 'node:path';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { MediaError } from '../../media-error.ts';
import { deckLimits } from '../open-limits.ts';
import { attributeOf, childrenOf, type Element, parsePart } from './xml-tree.ts';

/** A reference from one part of a presentation to another. */
export interface Relation {
  readonly id: string;
  /** Last segment of the type's URL, such as `slideLayout`. */
  readonly type: string;
  /** Path of the part; empty for addresses outside the file. */
  readonly target: string;
}

function assertSafe(entry: Entry): void {
  const { compressedSize, uncompressedSize } = entry;
  const isBomb = uncompressedSize > 1024 ** 2 && uncompressedSize > compressedSize * deckLimits.partRatio;
  if (uncompressedSize > deckLimits.partBytes || isBomb) {
    throw new MediaError('media_too_large', 'A part of the presentation is too large.');
  }
}

/** The parts of a PowerPoint file, read on demand. Never reads anything outside the file. */
export class SlidePackage {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #roots = new Map<string, Promise<Element | null>>();

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws MediaError `unreadable_media`, `media_too_large` */
  static async open(path: string): Promise<SlidePackage> {
    try {
      const zip = await openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: true });
      return await SlidePackage.#read(zip);
    } catch (error) {
      if (error instanceof MediaError) throw error;
      throw new MediaError('unreadable_media', 'The presentation is damaged.', { cause: error });
    }
  }

  static async #read(zip: ZipFile): Promise<SlidePackage> {
    const entries = new Map<string, Entry>();
    try {
      if (zip.entryCount > deckLimits.parts) {
        throw new MediaError('media_too_large', 'The presentation has too many parts.');
      }
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      return new SlidePackage(zip, entries);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  close(): void {
    this.#zip.close();
  }

  /** Returns the bytes of a part; null if it does not exist. @throws MediaError */
  async bytes(part: string): Promise<Buffer | null> {
    const entry = this.#entries.get(part);
    if (!entry) return null;
    assertSafe(entry);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    } catch (cause) {
      throw new MediaError('unreadable_media', 'A part of the presentation is damaged.', { cause });
    }
    return Buffer.concat(chunks);
  }

  /** Returns the root of an XML part; null if it does not exist. */
  root(part: string): Promise<Element | null> {
    const known = this.#roots.get(part);
    if (known) return known;
    const reading = this.bytes(part).then((bytes) => bytes && parsePart(bytes));
    this.#roots.set(part, reading);
    return reading;
  }

  /** @param part empty for the file itself */
  async relations(part: string): Promise<Relation[]> {
    const folder = posix.dirname(part);
    const root = await this.root(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
    return childrenOf(root, 'Relationship').map((relation) => {
      const target = attributeOf(relation, 'Target') ?? '';
      const isOutside = attributeOf(relation, 'TargetMode') === 'External';
      return {
        id: attributeOf(relation, 'Id') ?? '',
        type: (attributeOf(relation, 'Type') ?? '').split('/').at(-1) ?? '',
        target: isOutside ? '' : posix.join('/', target.startsWith('/') ? '' : folder, target).slice(1),
      };
    });
  }

  /** Returns the first part of a type that another part refers to. */
  async related(part: string, type: string): Promise<string | null> {
    const relation = (await this.relations(part)).find((each) => each.type === type);
    return relation?.target ?? null;
  }
}
