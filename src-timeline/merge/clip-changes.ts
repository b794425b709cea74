import { comparePair } from '../diff/compare-pair.ts';
import type { CutEvent } from '../diff/match/cut-event.ts';
import { isSame } from '../diff/match/is-same.ts';
import type { Clip } from '../model/timeline.ts';
import type { Node } from './arrangement.ts';
import { withinStretch } from './stretch.ts';

/** Parts of a clip that merge independently. */
export type ClipField = 'media' | 'cut' | 'levels' | 'motion' | 'transition' | 'disabled' | 'markers';

/** Properties of a clip in each part. The media is identified by its key instead. */
export const keysOfField: Readonly<Record<Exclude<ClipField, 'media'>, readonly (keyof Clip)[]>> = {
  cut: ['sourceStartFrame', 'durationFrames', 'speed', 'isReversed'],
  levels: ['levels', 'fades'],
  motion: ['motion'],
  transition: ['transition'],
  disabled: ['isDisabled'],
  markers: ['markers'],
};

const fieldOfKind: Readonly<Record<string, ClipField>> = {
  trimmed: 'cut',
  slipped: 'cut',
  retimed: 'cut',
  level: 'levels',
  motion: 'motion',
  disabled: 'disabled',
};

/** Returns the parts of a whole clip that changed, with the tolerances of the cut comparison. */
export function changesOfNode(before: Node, after: Node): ReadonlySet<ClipField> {
  const { event, stretch } = after;
  const changes = changesOfClip(before.event, event);
  const partAt = (rate: number, frames: number): Clip =>
    withinStretch(before.event.clip, before.stretch, { ...stretch, rate }, frames);
  // The part before its change of speed.
  const part = partAt(1, Math.max(1, Math.round(event.durationFrames * stretch.rate)));
  const all = stretch.rate === 1 ? [part] : [part, partAt(stretch.rate, event.durationFrames)];
  if (!all.some((one) => hasSameMarkers(one, event, stretch.rate === 1 ? 0 : 1))) changes.add('markers');
  // A transition vanishes with the clip before it.
  const isGone = event.clip.transition === undefined && before.previous !== after.previous;
  if (isGone) changes.delete('transition');
  return changes;
}

/** @param tolerance in frames. */
function hasSameMarkers(before: Clip, { clip, durationFrames }: CutEvent, tolerance: number): boolean {
  const one = before.markers ?? [];
  const other = clip.markers ?? [];
  const seen = tolerance === 0 ? one : one.filter(({ frame }) => frame < durationFrames);
  return (
    seen.length === other.length &&
    seen.every(({ frame, name, note }, index) => {
      const marker = other[index];
      const isThere = marker && Math.abs(marker.frame - frame) <= tolerance;
      return isThere && marker.name === name && marker.note === note;
    })
  );
}

function changesOfClip(before: CutEvent, after: CutEvent): Set<ClipField> {
  const changes = new Set<ClipField>();
  const isReplaced = before.mediaKey !== after.mediaKey;
  if (isReplaced) changes.add('media');
  for (const { change } of comparePair({ before, after }, 0)) {
    const field = fieldOfKind[change.kind];
    if (field && !(isReplaced && field === 'cut')) changes.add(field);
    if (change.kind !== 'transition') continue;
    changes.add(isSame(before.clip.transition, after.clip.transition) ? 'levels' : 'transition');
  }
  // Frames of different media cannot be compared, but durations can.
  if (isReplaced && before.durationFrames !== after.durationFrames) changes.add('cut');
  return changes;
}

export function partOfClip(clip: Partial<Clip>, keys: readonly (keyof Clip)[]): Partial<Clip> {
  const part: Partial<Record<keyof Clip, unknown>> = {};
  for (const key of keys) if (clip[key] !== undefined) part[key] = clip[key];
  return part as Partial<Clip>;
}

export function withPartOf(clip: Clip, other: Partial<Clip>, keys: readonly (keyof Clip)[]): Clip {
  const kept = { ...clip };
  for (const key of keys) Reflect.deleteProperty(kept, key);
  return { ...kept, ...partOfClip(other, keys) };
}
