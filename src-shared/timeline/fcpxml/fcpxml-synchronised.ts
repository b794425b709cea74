import type { RationalTime } from '../rational-time.ts';
import { childrenNamed, type XmlNode } from '../xml-reader.ts';
import { timeAttribute, zeroTime } from './fcpxml-resource-reader.ts';

/** Longer than any recording. */
const wholeDay = '86400s';

/** True if the item is anchored to another one. */
export const isOnLane = ({ attributes }: XmlNode): boolean => (attributes.get('lane') ?? '0') !== '0';

const isBefore = (a: RationalTime, b: RationalTime): boolean =>
  a.numerator * b.denominator < b.numerator * a.denominator;

/** Creates an empty item that holds the items anchored to another one. */
function holder(
  node: XmlNode,
  times: Readonly<Record<string, string>>,
  children: readonly XmlNode[],
): XmlNode {
  return { ...node, name: 'gap', attributes: new Map(Object.entries(times)), children };
}

/** Content of a synchronised or wrapped clip besides its main media. */
export interface Synchronised {
  /** Storylines in the clip's own time, each with one item that holds the others. */
  readonly stories: readonly XmlNode[];
  /** Children of the clip that belong to its content and are not anchored from outside. */
  readonly held: ReadonlySet<XmlNode>;
}

/**
 * Returns the items connected within a clip. They are trimmed with it, unlike items anchored to it from outside.
 * @param main the item whose media the clip shows.
 * @param start where the clip's visible part begins, in its own time; `mainStart` is the same for the main item.
 */
export function synchronisedWith(
  node: XmlNode,
  main: XmlNode | null,
  { start, mainStart }: { readonly start: RationalTime; readonly mainStart: RationalTime },
): Synchronised {
  // Sound of the same file is the clip's own.
  const isOwnSound = (child: XmlNode): boolean =>
    child.name === 'audio' && child.attributes.get('ref') === main?.attributes.get('ref');
  const inMain = main?.children.filter((child) => isOnLane(child) && !isOwnSound(child)) ?? [];
  const early = node.children.filter(
    (child) => isOnLane(child) && isBefore(timeAttribute(child, 'offset') ?? zeroTime, start),
  );
  const timeText = ({ numerator, denominator }: RationalTime): string =>
    `${String(numerator)}/${String(denominator)}s`;
  const ofMain = { offset: main?.attributes.get('offset') ?? '0s', start: timeText(mainStart) };
  const holders = [
    holder(node, { ...ofMain, duration: wholeDay }, inMain),
    holder(node, { offset: '0s', start: '0s', duration: wholeDay }, early),
  ];
  const stories = holders
    .filter(({ children }) => children.length > 0)
    .map((one) => ({ ...node, name: 'spine', attributes: new Map<string, string>(), children: [one] }));
  return { stories, held: new Set(early) };
}

/** True if the sound of the main media, or of the items connected to it, is switched off. */
export function isSourceOff(node: XmlNode, sourceId: 'storyline' | 'connected'): boolean {
  const roles = childrenNamed(node, 'sync-source')
    .filter(({ attributes }) => attributes.get('sourceID') === sourceId)
    .flatMap((source) => childrenNamed(source, 'audio-role-source'));
  return roles.length > 0 && roles.every(({ attributes }) => attributes.get('active') === '0');
}
