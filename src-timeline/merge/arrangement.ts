import { type Cut, type CutEvent, endOf, straightCutOf } from '../diff/match/cut-event.ts';
import { matchEvents } from '../diff/match/match.ts';
import { deliveredEvents, eventsBeside } from '../diff/match/normalise.ts';
import { deliveredScenes } from '../diff/match/scenes.ts';
import { lastStartingBy } from '../diff/match/time-map.ts';
import { explainUnmatched } from '../diff/match/unmatched.ts';
import type { Clip, Timeline } from '../model/timeline.ts';
import { type Stretch, stretchesOf, wholeClip } from './stretch.ts';

/** A clip placed relative to the picture it belongs to, so that it can be laid out among others. */
export interface Node {
  /** Id of the matching delivered clip, or an id of its own. */
  readonly id: string;
  /** Delivered clip that it is a part of; null for a new clip. */
  readonly origin: string | null;
  /** Part of the delivered clip; the whole clip if it has no origin. */
  readonly stretch: Stretch;
  readonly event: CutEvent;
  /** Picture that it belongs to; null at the beginning, and for pictures. */
  readonly anchor: string | null;
  /** Frames from its anchor's first; for pictures the length of the hole before it. */
  readonly offset: number;
  /** Clip before it on its track. */
  readonly previous: string | null;
}

/** One cut as ordered pictures, each with the clips that belong to it. */
export interface Arrangement {
  /** Scene of a picture, from 1; null without one. */
  readonly sceneOf: (pictureId: string | null) => number | null;
  readonly cut: Timeline;
  readonly primaryIndex: number;
  /** Index in the delivered cut for each track. New tracks get the numbers after the delivered cut's last. */
  readonly trackIndexes: readonly number[];
  readonly pictures: readonly Node[];
  /** All clips but the pictures, by their anchor. */
  readonly othersAt: ReadonlyMap<string | null, readonly Node[]>;
  readonly byId: ReadonlyMap<string, Node>;
  /** Parts of each delivered clip, in order; no entry for removed clips. */
  readonly partsOf: ReadonlyMap<string, readonly Node[]>;
  /** Returns the picture at a frame, and the offset into it; negative in a transition before the picture's cut. */
  readonly anchorAt: (frame: number) => Pick<Node, 'anchor' | 'offset'>;
  /**
   * Returns the picture whose linked sound plays at a frame, and the offset into it, which is negative if the sound
   * starts before its picture; without such a sound, the picture at the frame. Of several sounds, uses the latest to
   * start.
   */
  readonly wordsAt: (frame: number) => Pick<Node, 'anchor' | 'offset'>;
}

/** Arrangement of the delivered cut, with its events for comparison with other cuts. */
export interface DeliveredArrangement extends Arrangement {
  readonly events: Cut;
}

type Named = Pick<Node, 'id' | 'origin' | 'stretch' | 'event'>;

export function arrangeBase(base: Timeline, sceneStarts?: readonly number[]): DeliveredArrangement {
  const events = deliveredEvents(base);
  const named = events.events.map((event, index) => {
    const id = `clip ${String(index)}`;
    return { id, origin: id, stretch: wholeClip, event };
  });
  const trackIndexes = base.tracks.map((_, index) => index);
  const pictures = named.filter(({ event }) => event.trackIndex === events.primaryIndex);
  const starts = sceneStarts ?? pictures.map(({ event }) => event.startFrame);
  const scenes = deliveredScenes(base, starts);
  const frames = new Map(pictures.map(({ id, event }) => [id, event.startFrame]));
  const sceneOf = (id: string | null): number | null => {
    const frame = frames.get(id ?? '');
    return frame === undefined ? null : scenes.at(frame);
  };
  const parts = { cut: base, primaryIndex: events.primaryIndex, trackIndexes, sceneOf };
  return { ...arrange(parts, named, new Map()), events };
}

export type Restore = (delivered: Clip, returned: Clip, stretch: Stretch) => Clip;

export interface SideOptions {
  /** Returns the delivered cut's key of a media. */
  readonly keyOf: (mediaId: string) => string;
  /** Prefix of the ids of its own clips. */
  readonly side: 'ours' | 'theirs';
  /** Restores what formats lost of a returned clip, or of a stretch of it. */
  readonly restore?: Restore | undefined;
}

export function arrangeOther(
  base: DeliveredArrangement,
  other: Timeline,
  { keyOf, side, restore }: SideOptions,
): Arrangement {
  const old = base.events;
  const { now, trackIndexes } = eventsBeside(base.cut, other, keyOf);
  const { pairs, replaced, splits } = explainUnmatched(matchEvents(old, now), old.primaryIndex, 0);
  const origins = new Map([...base.byId.values()].map(({ event, id }) => [event, id]));
  const names = new Map<CutEvent, Omit<Named, 'event'>>();
  const nameParts = (before: CutEvent, parts: readonly CutEvent[]): void => {
    const stretches = stretchesOf(before, parts);
    const origin = origins.get(before) ?? '';
    const ids = idsOfParts(origin, stretches);
    for (const [part, event] of parts.entries())
      names.set(event, { id: ids[part] ?? origin, origin, stretch: stretches[part] ?? wholeClip });
  };
  for (const { before, after } of [...pairs, ...replaced]) nameParts(before, [after]);
  for (const { pair, pieces } of splits) nameParts(pair.before, pieces);
  const ownName = (at: number) => ({ id: `${side} ${String(at)}`, origin: null, stretch: wholeClip });
  const named = now.events.map((event, at) => {
    const name = names.get(event) ?? ownName(at);
    const delivered = base.byId.get(name.origin ?? '')?.event.clip;
    if (!delivered || !restore) return { ...name, event };
    return { ...name, event: { ...event, clip: restore(delivered, event.clip, name.stretch) } };
  });
  const parts = { cut: other, primaryIndex: old.primaryIndex, trackIndexes, sceneOf: base.sceneOf };
  return arrange(parts, named, base.byId);
}

/**
 * Names the parts of a delivered clip: the first like the clip, the others by their first frame in it. Parts of both sides
 * therefore have the same name only if they begin with the same frame.
 */
function idsOfParts(origin: string, stretches: readonly Stretch[]): readonly string[] {
  const taken = new Map<string, number>();
  return stretches.map(({ head }, part) => {
    if (part === 0) return origin;
    const id = `${origin}.${String(Math.round(head))}`;
    const uses = taken.get(id) ?? 0;
    taken.set(id, uses + 1);
    return uses === 0 ? id : `${id}.${String(uses)}`;
  });
}

const byStart = (one: Named, other: Named): number => one.event.startFrame - other.event.startFrame;

function arrange(
  parts: Pick<Arrangement, 'cut' | 'primaryIndex' | 'trackIndexes' | 'sceneOf'>,
  named: readonly Named[],
  baseById: ReadonlyMap<string, Node>,
): Arrangement {
  const isPicture = ({ event }: Named): boolean => event.trackIndex === parts.primaryIndex;
  const spine = named.filter(isPicture).toSorted(byStart);
  const pictures = spine.map((one, index): Node => {
    const previous = spine[index - 1];
    const offset = one.event.startFrame - (previous ? endOf(previous.event) : 0);
    return { ...one, anchor: null, offset, previous: previous?.id ?? null };
  });
  const spineBy = {
    id: new Map(spine.map((one) => [one.id, one])),
    // Reversed, so that the first picture of each link stays in the map.
    link: new Map(spine.toReversed().map((one) => [one.event.clip.linkId, one])),
  };
  const starts = spine.map(({ event, origin, stretch }, index) => {
    const delivered = stretch.isFirst ? baseById.get(origin ?? '')?.event : undefined;
    // The clip before it may be shorter than the lead now.
    return Math.max(spine[index - 1]?.event.startFrame ?? 0, straightCutOf(event, delivered));
  });
  const anchorTo = (picture: Named | undefined, frame: number): Pick<Node, 'anchor' | 'offset'> => ({
    anchor: picture?.id ?? null,
    offset: frame - (picture?.event.startFrame ?? 0),
  });
  const anchorAt = (frame: number): Pick<Node, 'anchor' | 'offset'> =>
    anchorTo(spine[lastStartingBy(starts, frame)], frame);
  const idsOfTracks: string[][] = [];
  for (const { event, id } of named) (idsOfTracks[event.trackIndex] ??= [])[event.order] = id;
  const previousOf = ({ event }: Named): string | null =>
    idsOfTracks[event.trackIndex]?.[event.order - 1] ?? null;
  const placed = named
    .filter((one) => !isPicture(one))
    .toSorted(byStart)
    .map((one): { readonly node: Node; readonly isLinked: boolean } => {
      const at = anchorAt(one.event.startFrame);
      const linked = linkedPicture(one, spineBy, at.anchor, baseById);
      const place = linked ? anchorTo(linked, one.event.startFrame) : at;
      return { node: { ...one, ...place, previous: previousOf(one) }, isLinked: linked !== undefined };
    });
  const others = placed.map(({ node }) => node);
  const sounds = placed.flatMap(({ node, isLinked }) =>
    isLinked && node.event.trackKind === 'audio' ? [node] : [],
  );
  const soundStarts = sounds.map(({ event }) => event.startFrame);
  const wordsAt = (frame: number): Pick<Node, 'anchor' | 'offset'> => {
    for (let index = lastStartingBy(soundStarts, frame); index >= 0; index -= 1) {
      const sound = sounds[index];
      if (sound && frame < endOf(sound.event))
        return { anchor: sound.anchor, offset: sound.offset + frame - sound.event.startFrame };
    }
    return anchorAt(frame);
  };
  const nodes = [...pictures, ...others];
  const withOrigin = nodes.filter(({ origin }) => origin !== null);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const partsOf = Map.groupBy(withOrigin, ({ origin }) => origin ?? '');
  const othersAt = Map.groupBy(others, ({ anchor }) => anchor);
  return { ...parts, pictures, othersAt, byId, partsOf, anchorAt, wordsAt };
}

/** Finds the picture linked with a sound, in its own cut or as delivered. Prefers the picture at its place. */
function linkedPicture(
  { event, origin }: Named,
  spineBy: {
    readonly id: ReadonlyMap<string, Named>;
    readonly link: ReadonlyMap<string | null, Named>;
  },
  nearest: string | null,
  baseById: ReadonlyMap<string, Node>,
): Named | undefined {
  const { linkId } = event.clip;
  const beside = spineBy.id.get(nearest ?? '');
  const linked = beside?.event.clip.linkId === linkId ? beside : spineBy.link.get(linkId);
  const own = linkId === null ? undefined : linked;
  if (own || origin === null) return own;
  const base = baseById.get(origin);
  const delivered = !base?.event.clip.linkId ? undefined : spineBy.id.get(base.anchor ?? '');
  const touches =
    delivered && event.startFrame <= endOf(delivered.event) && endOf(event) >= delivered.event.startFrame;
  return touches ? delivered : undefined;
}
