import { chooseSequence, type SequenceCandidate, type WantedSequence } from '../../model/choose-sequence.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import { deepestNesting } from '../nested-sequences.ts';
import { childOf, childrenNamed, childText, descendantsNamed, type XmlNode } from '../xml/xml-reader.ts';
import { nameOfFile } from './xmeml-file-reader.ts';

/** A sequence that the document describes. */
interface Found {
  readonly node: XmlNode;
  readonly key: string;
  readonly itemCount: number;
  /** Names of the files on its own tracks. */
  readonly ownFiles: ReadonlySet<string>;
  /** Keys of the sequences on its own tracks. */
  readonly nested: ReadonlySet<string>;
}

const keyOf = (node: XmlNode): string => node.attributes.get('id') ?? `line-${String(node.lineNumber)}`;

const notItems: readonly string[] = ['name', 'enabled', 'locked', 'outputchannelindex', 'transitionitem'];

function itemsOf(sequence: XmlNode): readonly XmlNode[] {
  const media = childOf(sequence, 'media');
  const parents = (media?.children ?? []).filter(({ name }) => name === 'video' || name === 'audio');
  return parents
    .flatMap((parent) => childrenNamed(parent, 'track'))
    .flatMap(({ children }) => children.filter(({ name }) => !notItems.includes(name)));
}

/** Returns the names of the files of a document by id. */
function fileNamesById(root: XmlNode): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const file of descendantsNamed(root, 'file')) {
    const id = file.attributes.get('id');
    const name = id !== undefined && file.children.length > 0 ? nameOfFile(file) : null;
    if (id !== undefined && name !== null && !names.has(id)) names.set(id, name);
  }
  return names;
}

function describe(node: XmlNode, fileNames: ReadonlyMap<string, string>): Found {
  const items = itemsOf(node);
  const files = items.flatMap((item) => {
    const file = childOf(item, 'file');
    if (file === null) return [];
    const own = file.children.length > 0 ? nameOfFile(file) : null;
    return own ?? fileNames.get(file.attributes.get('id') ?? '') ?? [];
  });
  const nested = items.flatMap((item) => {
    const sequence = childOf(item, 'sequence');
    return sequence === null ? [] : [keyOf(sequence)];
  });
  return {
    node,
    key: keyOf(node),
    itemCount: items.length,
    ownFiles: new Set(files),
    nested: new Set(nested),
  };
}

/** Adds the files of nested sequences, as deep as the reader follows them. */
function filesShown(found: Found, byKey: ReadonlyMap<string, Found>): readonly string[] {
  const reached = new Set([found.key]);
  const names = new Set(found.ownFiles);
  let level: readonly Found[] = [found];
  for (let depth = 1; depth < deepestNesting && level.length > 0; depth += 1) {
    const keys = new Set(level.flatMap(({ nested }) => [...nested]));
    level = [...keys].flatMap((key) => (reached.has(key) ? [] : (byKey.get(key) ?? [])));
    for (const one of level) {
      reached.add(one.key);
      one.ownFiles.forEach((name) => names.add(name));
    }
  }
  return [...names];
}

/**
 * Finds the sequence to read among all of a document: beside each other, in bins, and nested in others.
 * @throws TimelineParseError without any, SeveralSequencesError if several could be the wanted one.
 */
export function findSequence(root: XmlNode, wanted: WantedSequence | null): XmlNode {
  const fileNames = fileNamesById(root);
  const top = childrenNamed(root, 'sequence');
  const described = descendantsNamed(root, 'sequence').filter((node) => childOf(node, 'media') !== null);
  const byKey = new Map<string, Found>();
  for (const node of new Set([...top, ...described])) {
    const found = describe(node, fileNames);
    if (!byKey.has(found.key)) byKey.set(found.key, found);
  }
  const candidates = [...byKey.values()].map((found): SequenceCandidate => ({
    key: found.key,
    name: childText(found.node, 'name') ?? '',
    fileNames: filesShown(found, byKey),
    itemCount: found.itemCount,
  }));
  const { key } = chooseSequence(candidates, wanted);
  const chosen = byKey.get(key);
  if (chosen === undefined) throw new TimelineParseError('The document has no sequence.');
  return chosen.node;
}
