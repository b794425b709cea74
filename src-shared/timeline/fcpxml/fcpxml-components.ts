import { childOf, childrenNamed, type XmlNode } from '../xml-reader.ts';

/** The parts Final Cut shows below a clip's sound: its channels, or the roles in it. */
export function componentsOf(node: XmlNode): readonly XmlNode[] {
  return node.children.filter(({ name }) => name === 'audio-channel-source' || name === 'audio-role-source');
}

const textOf = (node: XmlNode | null): string =>
  node === null
    ? ''
    : JSON.stringify([node.name, [...node.attributes], node.children.map((child) => textOf(child))]);

/**
 * How loud the clip is: as it says itself, or as all of its components say. Null where neither says it, and where the
 * components differ.
 */
export function volumeOf(node: XmlNode): XmlNode | null {
  const [first, ...others] = componentsOf(node).map((component) => childOf(component, 'adjust-volume'));
  const isShared = others.every((one) => textOf(one) === textOf(first ?? null));
  return childOf(node, 'adjust-volume') ?? (isShared ? (first ?? null) : null);
}

const channelsOf = ({ attributes }: XmlNode): number => (attributes.get('srcCh') ?? '1').split(',').length;

/** Whether all of the sound is switched off by its components. Those that are not listed are on. */
export function isSwitchedOff(node: XmlNode, audioChannels: number): boolean {
  const off = componentsOf(node).filter(
    ({ attributes }) => attributes.get('enabled') === '0' || attributes.get('active') === '0',
  );
  const byRole = off.length > 0 && off.every(({ name }) => name === 'audio-role-source');
  if (byRole) return off.length === componentsOf(node).length;
  return off.length > 0 && off.reduce((sum, one) => sum + channelsOf(one), 0) >= audioChannels;
}

/** Ranges in which nothing is heard. None where only some of the components are silenced. */
export function mutesOf(node: XmlNode): readonly XmlNode[] {
  const [first = [], ...others] = componentsOf(node).map((component) => childrenNamed(component, 'mute'));
  const isShared = others.every((mutes) => mutes.map(textOf).join() === first.map(textOf).join());
  return isShared ? first : [];
}
