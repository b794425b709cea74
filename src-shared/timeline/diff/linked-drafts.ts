import { spanOf } from './cut-event.ts';
import type { Draft } from './draft.ts';

/** What happened to a picture and its sound at once, the picture first. */
export type LinkedDrafts = readonly [Draft, ...Draft[]];

/** Joins the same change of a picture and of the sound beneath it to one. */
export function linkDrafts(drafts: readonly Draft[]): readonly LinkedDrafts[] {
  const groups = new Map<string, [Draft, ...Draft[]][]>();
  for (const draft of drafts) {
    const key = sameness(draft);
    const some = groups.get(key) ?? [];
    const kind = kindOf(draft);
    const partner = some.find((group) => group.every((other) => kindOf(other) !== kind));
    if (partner === undefined) some.push([draft]);
    else if (kind === 'video') partner.unshift(draft);
    else partner.push(draft);
    groups.set(key, some);
  }
  return [...groups.values()].flat();
}

export function kindOf({ before, after }: Draft): 'video' | 'audio' {
  return (before ?? after)?.trackKind ?? 'video';
}

/** Replaced media have other names above and below: they stay apart. */
function sameness({ change, before, after }: Draft): string {
  return JSON.stringify([change, before && spanOf(before), after && spanOf(after)]);
}
