import type { RationalTime } from '../../model/rational-time.ts';
import type { UnreadPart } from '../../model/timeline.ts';
import type { NestUse } from '../nested-sequences.ts';
import { unreadElement } from '../xml/xml-copy.ts';
import { childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import type { Split } from './fcpxml-clip-reader.ts';
import {
  onlyStory,
  type ReadNest,
  readUnlessOdd,
  timeAttribute,
  zeroTime,
} from './fcpxml-resource-reader.ts';
import { insidesOf, isOnLane } from './fcpxml-source-reader.ts';
import { isPartOfItem, storyElements } from './fcpxml-unread-reader.ts';

/** A part of a nested clip, with the halves of it that are seen and heard. */
interface ActiveStory {
  readonly story: XmlNode;
  readonly isSeen: boolean;
  readonly isHeard: boolean;
  /** Element with the effects on this part. */
  readonly settings: XmlNode;
}

/** Content of a clip that is a story of its own. */
export interface NestedContent {
  readonly stories: readonly ActiveStory[];
  /** Time of the first frame of all of them. */
  readonly start: RationalTime;
  /** Where the visible part begins in them. */
  readonly firstTime: RationalTime;
  /** Id of the resource that holds it; null for content of the clip itself. */
  readonly id: string | null;
}

/** Longer than any recording. */
const wholeDay = '86400s';

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
    (child) =>
      isOnLane(child) && isBefore(readUnlessOdd(() => timeAttribute(child, 'offset')) ?? zeroTime, start),
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

/** Returns the items that a wrapping clip shows. */
export function contentOf(node: XmlNode): readonly XmlNode[] {
  const insides = insidesOf(node).filter((one) => one.name !== 'spine' && !isOnLane(one));
  return insides.filter((one) => storyElements.has(one.name) || !isPartOfItem(one));
}

/** True for a wrapping clip that shows one media item, which it then stands for. */
export function showsOneItem(node: XmlNode): boolean {
  const items = contentOf(node);
  const shown = items.filter(({ name }) => name !== 'gap' && name !== 'caption');
  // Detached sound is connected to a gap.
  const held = items.filter(({ name }) => name === 'gap').flatMap(({ children }) => children);
  const [first, ...others] = shown.length > 0 ? shown : held.filter(({ name }) => storyElements.has(name));
  return others.length === 0 && ['video', 'audio', 'asset-clip'].includes(first?.name ?? '');
}

/** Returns the storyline of a compound clip, or the angles of a multicam clip that are seen or heard. */
export function activeStoriesOf(node: XmlNode, { stories }: ReadNest): readonly ActiveStory[] {
  const half = node.attributes.get('srcEnable') ?? 'all';
  const sees = (enabled: string): boolean => half !== 'audio' && (enabled === 'all' || enabled === 'video');
  const hears = (enabled: string): boolean => half !== 'video' && (enabled === 'all' || enabled === 'audio');
  const whole = { isSeen: sees('all'), isHeard: hears('all'), settings: node };
  const only = stories.get(onlyStory);
  if (only !== undefined) return [{ story: only, ...whole }];
  const sources = childrenNamed(node, 'mc-source');
  const [firstAngle] = stories.values();
  if (sources.length === 0 && firstAngle !== undefined) return [{ story: firstAngle, ...whole }];
  return sources.flatMap((settings) => {
    const story = stories.get(settings.attributes.get('angleID') ?? '');
    const enabled = settings.attributes.get('srcEnable') ?? 'all';
    const active = { isSeen: sees(enabled), isHeard: hears(enabled), settings };
    return story !== undefined && (active.isSeen || active.isHeard) ? [{ story, ...active }] : [];
  });
}

/** Returns the level of a nested clip's sound, which applies to all of it. */
function volumeOfNest(node: XmlNode): readonly UnreadPart[] {
  return childrenNamed(node, 'adjust-volume')
    .filter(
      ({ attributes, children }) =>
        Number.parseFloat(attributes.get('amount') ?? '0') !== 0 || children.length > 0,
    )
    .map((volume) => unreadElement('FCPXML', 'Volume', volume));
}

/** Applies a split edit to the use of a nested story’s sound. Retimed clips have none. */
export function soundUseOf(node: XmlNode, use: NestUse, split: Split | null): NestUse {
  const plain = { ...use, transition: null, unread: volumeOfNest(node) };
  if (split === null || (use.speed ?? 1) !== 1 || use.isReversed === true) return plain;
  const late = Math.max(0, -use.startFrame - split.frames, -use.firstFrame - split.frames);
  const durationFrames = (split.durationFrames ?? use.durationFrames) - late;
  const shift = split.frames + late;
  if (durationFrames < 1) return plain;
  return {
    ...plain,
    startFrame: use.startFrame + shift,
    firstFrame: use.firstFrame + shift,
    durationFrames,
  };
}
