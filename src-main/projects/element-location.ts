import type { Timeline } from '../../src-timeline/model/timeline.ts';
import { sha256Of } from '../foundation/files/sha256-of.ts';

const scheme = 'element:';

/**
 * Returns the id of a file of the service by its location in a stored cut; null for any other location. Equal files of
 * a project have equal ids, whenever their links were signed.
 */
export function elementOf(location: string): string | null {
  return location.startsWith(scheme) ? location.slice(scheme.length) : null;
}

/** Replaces the signed links of a cut by the ids of their files, which may be stored. */
export function withoutLinks(cut: Timeline): {
  readonly cut: Timeline;
  readonly links: ReadonlyMap<string, string>;
} {
  const links = new Map<string, string>();
  const media = cut.media.map((one) => {
    if (!URL.canParse(one.location)) return one;
    const { protocol, pathname } = new URL(one.location);
    if (protocol !== 'https:' && protocol !== 'http:') return one;
    // The permission is in the query; the port of the local service differs from start to start.
    const element = sha256Of(pathname).slice(0, 32);
    links.set(element, one.location);
    return { ...one, location: scheme + element };
  });
  return { cut: { ...cut, media }, links };
}
