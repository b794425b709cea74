import { childOf, childrenNamed, type XmlNode } from '../xml/xml-reader.ts';

/** Returns the components that Final Cut shows below a clip's sound: its channels or roles. */
export function componentsOf(node: XmlNode): readonly XmlNode[] {
  return node.children.filter(({ name }) => name === 'audio-channel-source' || name === 'audio-role-source');
}

const textOf = (node: XmlNode | null): string =>
  node === null
    ? ''
    : JSON.stringify([node.name, [...node.attributes], node.children.map((child) => textOf(child))]);

/**
 * Returns the volume of the clip, from the clip itself or from its components if all agree. Null if neither states it,
 * and if the components differ.
 */
export function volumeOf(node: XmlNode): XmlNode | null {
  const [first, ...others] = componentsOf(node).map((component) => childOf(component, 'adjust-volume'));
  const isShared = others.every((one) => textOf(one) === textOf(first ?? null));
  return childOf(node, 'adjust-volume') ?? (isShared ? (first ?? null) : null);
}

const channelsOf = ({ attributes }: XmlNode): number => (attributes.get('srcCh') ?? '1').split(',').length;

/** True if the components switch off all of the sound. Unlisted components are on. */
export function isSwitchedOff(node: XmlNode, audioChannels: number): boolean {
  const off = componentsOf(node).filter(
    ({ attributes }) => attributes.get('enabled') === '0' || attributes.get('active') === '0',
  );
  const byRole = off.length > 0 && off.every(({ name }) => name === 'audio-role-source');
  if (byRole) return off.length === componentsOf(node).length;
  return off.length > 0 && off.reduce((sum, one) => sum + channelsOf(one), 0) >= audioChannels;
}

/** Returns the silent ranges. Empty if only some of the components are silent. */
export function mutesOf(node: XmlNode): readonly XmlNode[] {
  const [first = [], ...others] = componentsOf(node).map((component) => childrenNamed(component, 'mute'));
  const isShared = others.every((mutes) => mutes.map(textOf).join() === first.map(textOf).join());
  return isShared ? first : [];
}
