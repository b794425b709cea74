import { childrenNamed, childText, type XmlNode } from '../xml/xml-reader.ts';

/** Groups items that are linked directly or through others, and names each group after one of its items. */
export class XmemlLinkReader {
  readonly #parents = new Map<string, string>();

  constructor(items: readonly XmlNode[]) {
    for (const item of items)
      for (const link of childrenNamed(item, 'link'))
        this.#join(item.attributes.get('id') ?? null, childText(link, 'linkclipref'));
  }

  /** Null for an unlinked item. */
  linkIdOf(item: XmlNode): string | null {
    const id = item.attributes.get('id');
    return id === undefined || !this.#parents.has(id) ? null : this.#rootOf(id);
  }

  #rootOf(id: string): string {
    let root = id;
    for (
      let parent = this.#parents.get(root);
      parent !== undefined && parent !== root;
      parent = this.#parents.get(root)
    )
      root = parent;
    this.#parents.set(id, root);
    return root;
  }

  #join(a: string | null, b: string | null): void {
    if (a === null || b === null || a === b) return;
    this.#parents.set(this.#rootOf(b), this.#rootOf(a));
  }
}
