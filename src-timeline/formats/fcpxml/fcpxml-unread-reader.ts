import type { UnreadPart } from '../../model/timeline.ts';
import { unreadElement } from '../xml/xml-copy.ts';
import { childOf, childrenNamed, descendantsNamed, type XmlNode } from '../xml/xml-reader.ts';
import { componentsOf, mutesOf, volumeOf } from './fcpxml-components.ts';

/** Elements with a place in time. */
export const storyElements: ReadonlySet<string> = new Set([
  'asset-clip',
  'audio',
  'audition',
  'caption',
  'clip',
  'gap',
  'live-drawing',
  'mc-clip',
  'ref-clip',
  'spine',
  'sync-clip',
  'title',
  'video',
]);

/** Names of adjustments as Final Cut shows them. */
const adjustmentNames: Readonly<Record<string, string>> = {
  'adjust-360-transform': '360° Transform',
  'adjust-cinematic': 'Cinematic',
  'adjust-colorConform': 'Color Conform',
  'adjust-conform': 'Spatial Conform',
  'adjust-corners': 'Distort',
  'adjust-crop': 'Crop',
  'adjust-EQ': 'Equalization',
  'adjust-humReduction': 'Hum Removal',
  'adjust-loudness': 'Loudness',
  'adjust-matchEQ': 'Match Equalization',
  'adjust-noiseReduction': 'Noise Removal',
  'adjust-orientation': 'Orientation',
  'adjust-panner': 'Pan',
  'adjust-reorient': 'Reorient',
  'adjust-rollingShutter': 'Rolling Shutter',
  'adjust-stabilization': 'Stabilization',
  'adjust-stereo-3D': 'Stereoscopic 3D',
  'adjust-voiceIsolation': 'Voice Isolation',
};

type Rule = (values: readonly number[]) => boolean;

const isZero: Rule = (values) => values.every((value) => value === 0);

interface Parameter {
  readonly key: string;
  readonly name: string;
  /** True for values without an effect. */
  readonly isPlain: Rule;
}

/** Parameters that the model does not cover, in adjustments that it knows or that hold several. */
const parametersOf: Readonly<Record<string, readonly Parameter[]>> = {
  'adjust-transform': [
    { key: 'scale', name: 'Uneven Scale', isPlain: ([x, y]) => y === undefined || x === y },
    { key: 'rotation', name: 'Rotation', isPlain: isZero },
    { key: 'anchor', name: 'Anchor', isPlain: isZero },
  ],
  'adjust-blend': [
    { key: 'amount', name: 'Opacity', isPlain: ([amount]) => amount === 1 },
    { key: 'mode', name: 'Blend Mode', isPlain: isZero },
  ],
};

const numbersOf = (text: string): readonly number[] =>
  text
    .trim()
    .split(/\s+/)
    .map((part) => Number.parseFloat(part))
    .filter(Number.isFinite);

/** Returns the element with only one of its parameters. */
function withParameter(node: XmlNode, key: string): XmlNode {
  return {
    ...node,
    attributes: new Map([...node.attributes].filter(([name]) => name === key)),
    children: childrenNamed(node, 'param').filter(({ attributes }) => attributes.get('name') === key),
  };
}

function isInEffect(node: XmlNode, isPlain: Rule): boolean {
  const holders = [...childrenNamed(node, 'param'), ...descendantsNamed(node, 'keyframe')];
  const own = [...node.attributes].flatMap(([name, text]) => (name === 'enabled' ? [] : [text]));
  const texts = [...own, ...holders.map(({ attributes }) => attributes.get('value'))];
  const values = texts.map((text) => numbersOf(text ?? '')).filter(({ length }) => length > 0);
  return values.some((one) => !isPlain(one));
}

function readParameters(node: XmlNode, parameters: readonly Parameter[]): readonly UnreadPart[] {
  return parameters.flatMap(({ key, name, isPlain }) => {
    const part = withParameter(node, key);
    return isInEffect(part, isPlain) ? [unreadElement('FCPXML', name, part)] : [];
  });
}

function isCropped(node: XmlNode): boolean {
  const mode = node.attributes.get('mode') ?? 'trim';
  const rectangle = childOf(node, `${mode}-rect`);
  return mode === 'pan' || (rectangle !== null && isInEffect(rectangle, isZero));
}

/** Adjustments that may be present without an effect. Colour conform counts only if it is manual. */
const changesNothing: Readonly<Record<string, (node: XmlNode) => boolean>> = {
  'adjust-volume': () => true,
  'adjust-crop': (node) => !isCropped(node),
  'adjust-conform': ({ attributes }) => (attributes.get('type') ?? 'fit') === 'fit',
  'adjust-colorConform': ({ attributes }) => attributes.get('autoOrManual') !== 'manual',
  'adjust-corners': (node) => !isInEffect(node, isZero),
  'adjust-rollingShutter': ({ attributes }) => (attributes.get('amount') ?? 'none') === 'none',
};

function nameOf(node: XmlNode): string {
  const named = [node, ...descendantsNamed(node, 'filter-video')].find(({ attributes }) =>
    attributes.has('name'),
  );
  return adjustmentNames[node.name] ?? named?.attributes.get('name') ?? node.name;
}

/** Elements of a clip that are read elsewhere, or that change neither picture nor sound. */
const otherElements: ReadonlySet<string> = new Set([
  'analysis-marker',
  'audio-channel-source',
  'audio-role-source',
  'bookmark',
  'chapter-marker',
  'conform-rate',
  'data',
  'hidden-clip-marker',
  'keyword',
  'marker',
  'mc-source',
  'metadata',
  'mute',
  'note',
  'object-tracker',
  'param',
  'rating',
  'reserved',
  'sync-source',
  'text',
  'text-style-def',
  'timeMap',
]);

/** True for an element inside a story element that is no item of the story, known or not. */
export function isPartOfItem({ name, attributes }: XmlNode): boolean {
  if (/^(?:adjust-|filter-)/.test(name) || otherElements.has(name)) return true;
  return !['lane', 'offset', 'duration'].some((attribute) => attributes.has(attribute));
}

function readPart(node: XmlNode): readonly UnreadPart[] {
  if (storyElements.has(node.name) || otherElements.has(node.name)) return [];
  if (!isPartOfItem(node) || node.attributes.get('enabled') === '0') return [];
  const parameters = parametersOf[node.name];
  if (parameters !== undefined) return readParameters(node, parameters);
  return changesNothing[node.name]?.(node) === true ? [] : [unreadElement('FCPXML', nameOf(node), node)];
}

/** Reads the effective adjustments and effects of a clip that the model does not cover, in order. */
export function readFcpxmlUnread(node: XmlNode): readonly UnreadPart[] {
  const components = componentsOf(node);
  const isUneven = childOf(node, 'adjust-volume') !== null || volumeOf(node) === null;
  const volumes = isUneven ? components.flatMap((one) => childrenNamed(one, 'adjust-volume')) : [];
  const mutes = mutesOf(node).length > 0 ? [] : components.flatMap((one) => childrenNamed(one, 'mute'));
  return [
    ...node.children.flatMap((child) =>
      components.includes(child) ? child.children.flatMap(readPart) : readPart(child),
    ),
    ...volumes.map((one) => unreadElement('FCPXML', 'Volume', one)),
    ...mutes.map((one) => unreadElement('FCPXML', 'Mute', one)),
  ];
}
