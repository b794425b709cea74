import type { SequenceCandidate } from '../../model/choose-sequence.ts';
import { childOf, childrenNamed, descendantsNamed, type XmlNode } from '../xml/xml-reader.ts';
import { fileNamesOfAssets } from './fcpxml-resource-reader.ts';
import { isPartOfItem, storyElements } from './fcpxml-unread-reader.ts';

/** A sequence that a document could be read as. */
export interface FoundSequence {
  readonly candidate: SequenceCandidate;
  readonly node: XmlNode;
}

/** Elements that only hold others. */
const holders: ReadonlySet<string> = new Set(['audition', 'gap', 'spine']);

/** Collects what a sequence and its compound and multicam clips show. */
class ShownFiles {
  readonly #fileNames: ReadonlyMap<string, string>;
  readonly #media: ReadonlyMap<string, XmlNode>;
  readonly #ownIds = new Map<XmlNode, ReadonlySet<string>>();

  constructor(resources: XmlNode) {
    this.#fileNames = fileNamesOfAssets(resources);
    this.#media = new Map(
      childrenNamed(resources, 'media').map((node) => [node.attributes.get('id') ?? '', node]),
    );
  }

  /** Returns the ids that the elements of a sequence itself refer to. */
  ownIdsIn(node: XmlNode): ReadonlySet<string> {
    const known = this.#ownIds.get(node) ?? new Set(refsIn(node));
    this.#ownIds.set(node, known);
    return known;
  }

  /** Returns the ids of resources that a sequence refers to, directly and within its compound clips. */
  idsIn(node: XmlNode): ReadonlySet<string> {
    const found = new Set(this.ownIdsIn(node));
    for (const id of found) {
      const media = this.#media.get(id);
      if (media) this.ownIdsIn(media).forEach((inner) => found.add(inner));
    }
    return found;
  }

  candidateOf(node: XmlNode, key: string, name: string): SequenceCandidate {
    const names = [...this.idsIn(node)].flatMap((id) => this.#fileNames.get(id) ?? []);
    return { key, name, fileNames: [...new Set(names)], itemCount: countItems(node) };
  }
}

function* refsIn({ attributes, children }: XmlNode): Generator<string> {
  const id = attributes.get('ref');
  if (id !== undefined) yield id;
  for (const child of children) yield* refsIn(child);
}

/** Counts items, also those of an unknown kind. */
function countItems({ name, children }: XmlNode): number {
  return children.reduce((sum, child) => {
    const isUnknown = name === 'spine' || !isPartOfItem(child);
    const isItem = storyElements.has(child.name) || (isUnknown && child.name !== 'transition');
    return sum + Number(isItem && !holders.has(child.name)) + countItems(child);
  }, 0);
}

/**
 * Returns the sequences of a document: those of its projects in order, then compound clips that no project shows.
 * Documents before version 1.3 have several sequences in one project.
 */
export function findSequences(root: XmlNode, resources: XmlNode): readonly FoundSequence[] {
  const shown = new ShownFiles(resources);
  const ofProjects = descendantsNamed(root, 'project').flatMap((project) =>
    childrenNamed(project, 'sequence').map((node) => ({
      node,
      name: project.attributes.get('name') ?? node.attributes.get('name') ?? '',
    })),
  );
  const used = new Set(ofProjects.flatMap(({ node }) => [...shown.idsIn(node)]));
  const compounds = childrenNamed(resources, 'media').flatMap((media) => {
    const node = childOf(media, 'sequence');
    const id = media.attributes.get('id') ?? '';
    const name = media.attributes.get('name') ?? '';
    return node === null || used.has(id) ? [] : [{ node, id, name }];
  });
  const nested = new Set(compounds.flatMap(({ node }) => [...shown.ownIdsIn(node)]));
  const outer = compounds.filter(({ id }) => !nested.has(id));
  const standalone = outer.length > 0 ? outer : compounds;
  return [...ofProjects, ...standalone].map(({ node, name }, index) => ({
    node,
    candidate: shown.candidateOf(node, `sequence-${String(index + 1)}`, name),
  }));
}
