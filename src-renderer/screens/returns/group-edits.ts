import type { ReturnEdit } from '../../../src-shared/contract/return.ts';

/** Kinds of edits that concern the whole film, wherever they are. */
const filmKinds: ReadonlySet<ReturnEdit['kind']> = new Set([
  'caption',
  'caption-time',
  'cut',
  'item',
  'marker',
  'setting',
]);

interface EditGroups {
  readonly scenes: readonly ReturnEdit[];
  /** Music, captions, settings, markers, and items that the app does not read. */
  readonly film: readonly ReturnEdit[];
  readonly losses: readonly ReturnEdit[];
}

/** Divides the edits of a return by what they concern, each in its order. */
export function groupEdits(edits: readonly ReturnEdit[]): EditGroups {
  const groupOf = ({ kind, scene }: ReturnEdit): keyof EditGroups => {
    if (kind === 'format-loss') return 'losses';
    return scene === null || filmKinds.has(kind) ? 'film' : 'scenes';
  };
  const groups = Object.groupBy(edits, groupOf);
  return { scenes: groups.scenes ?? [], film: groups.film ?? [], losses: groups.losses ?? [] };
}
