import { clipExtras } from '../../model/clip-extras.ts';
import { foldName } from '../../model/fold-name.ts';
import type { Loss } from '../../model/losses.ts';
import { clipsOfTracks, openFadesOf, stillIds, withEndsMoved } from '../../model/placement.ts';
import {
  type Clip,
  type ClipTransition,
  type Gap,
  primaryTrackIndex,
  type Timeline,
} from '../../model/timeline.ts';

type Items = readonly (Clip | Gap)[];

/** Properties of a clip that formats lose. */
const lossyKeys = ['markers', 'transition', 'motion', 'levels', 'fades', 'isDisabled'] as const;
type LossyKey = (typeof lossyKeys)[number];

/** Returns whether a clip's property can be one that the losses concern. */
type IsConcerned = (clip: Clip, key: LossyKey) => boolean;

/** Facts about a track that losses depend on. */
interface TrackFacts {
  /** True for the track of the pictures that the sequence is cut by. */
  readonly isPrimary: boolean;
  /** Media without a length of their own. */
  readonly stills: ReadonlySet<string>;
  readonly isConcerned: IsConcerned;
}

type Project = (items: Items, facts: TrackFacts) => Items;

/** Changes each clip that has a property which the loss concerns. */
const eachWith =
  (key: LossyKey, change: (clip: Clip) => Clip): Project =>
  (items, { isConcerned }) =>
    items.map((item) =>
      item.kind === 'clip' && item[key] !== undefined && isConcerned(item, key) ? change(item) : item,
    );

function withoutProperty(clip: Clip, key: LossyKey): Clip {
  const kept = { ...clip };
  Reflect.deleteProperty(kept, key);
  return kept;
}

const without = (key: LossyKey): Project => eachWith(key, (clip) => withoutProperty(clip, key));

const styled = (change: (transition: ClipTransition) => ClipTransition): Project =>
  eachWith('transition', (clip) =>
    clip.transition ? { ...clip, transition: change(clip.transition) } : clip,
  );

/** Moves each cut within its transition: one clip gets longer as the other gets shorter. */
const cutsAt =
  (wanted: (transition: ClipTransition) => number): Project =>
  (items, { stills, isConcerned }) => {
    const laterOf = (item: Clip | Gap | undefined): number =>
      item?.kind === 'clip' && item.transition && isConcerned(item, 'transition')
        ? wanted(item.transition) - (item.transition.framesBeforeCut ?? 0)
        : 0;
    return items.map((item, index) => {
      const later = laterOf(item);
      const longer = laterOf(items[index + 1]);
      if (item.kind === 'gap' || (later === 0 && longer === 0)) return item;
      const moved = withEndsMoved(item, { later, longer, isStill: stills.has(item.mediaId) });
      const transition = item.transition && {
        ...item.transition,
        framesBeforeCut: (item.transition.framesBeforeCut ?? 0) + later,
      };
      return { ...moved, ...(transition && { transition }) };
    });
  };

const half = ({ durationFrames }: ClipTransition): number => Math.floor(durationFrames / 2);

const withoutFadesAtTransitions: Project = (items, { isConcerned }) =>
  items.map((item, index) => {
    if (item.kind === 'gap' || !item.fades || !isConcerned(item, 'fades')) return item;
    const fades = openFadesOf(item, items[index + 1]);
    return { ...withoutProperty(item, 'fades'), ...clipExtras({ fades }) };
  });

/** Remainder of a track after a loss that a comparison would see, by loss. */
const projections: Partial<Record<Loss, Project>> = {
  CLIP_MARKERS: without('markers'),
  TRANSITIONS: without('transition'),
  OTHER_TRANSITIONS: (items, facts) => (facts.isPrimary ? items : without('transition')(items, facts)),
  TRANSITION_STYLES: styled((transition) => ({ ...transition, style: 'FADE' })),
  POP_TRANSITIONS: styled((transition) =>
    transition.style === 'POP' ? { ...transition, style: 'FADE' } : transition,
  ),
  CUTS_WITHIN_TRANSITIONS: cutsAt(half),
  UNEVEN_CUTS_WITHIN_TRANSITIONS: cutsAt((transition) => {
    const { durationFrames, framesBeforeCut = 0 } = transition;
    return [0, durationFrames].includes(framesBeforeCut) ? framesBeforeCut : half(transition);
  }),
  MOTION: without('motion'),
  LEVELS: without('levels'),
  FADES: without('fades'),
  FADES_AT_TRANSITIONS: withoutFadesAtTransitions,
  DISABLED_CLIPS: without('isDisabled'),
};

/** Removes from a cut everything that the losses take, so that two cuts differ only by edits. */
export function withoutLosses(
  timeline: Timeline,
  losses: ReadonlySet<Loss>,
  isConcerned: IsConcerned = () => true,
): Timeline {
  const primary = primaryTrackIndex(timeline.tracks);
  const stills = stillIds(timeline.media);
  const active = [...losses].flatMap((loss) => projections[loss] ?? []);
  const tracks = timeline.tracks.map((track, index) => ({
    ...track,
    items: active.reduce<Items>(
      (items, project) => project(items, { isPrimary: index === primary, stills, isConcerned }),
      track.items,
    ),
  }));
  return {
    ...timeline,
    tracks,
    ...(losses.has('MARKERS') && { markers: [] }),
    ...(losses.has('CAPTIONS') && { captionTracks: [] }),
  };
}

/**
 * Removes from a returned cut what the losses take of properties that a delivered clip of the same file has too, for
 * programs that return more than the format. Properties that no delivered clip of the file has are new.
 */
export function withoutDeliveredLosses(
  returned: Timeline,
  delivered: Timeline,
  losses: ReadonlySet<Loss>,
): Timeline {
  const keyOf = (clip: Clip, key: LossyKey, names: ReadonlyMap<string, string>): string =>
    `${key} ${names.get(clip.mediaId) ?? ''}`;
  const deliveredNames = namesOf(delivered);
  const returnedNames = namesOf(returned);
  const known = new Set(
    clipsOfTracks(delivered.tracks).flatMap((clip) =>
      lossyKeys.filter((key) => clip[key] !== undefined).map((key) => keyOf(clip, key, deliveredNames)),
    ),
  );
  return withoutLosses(returned, losses, (clip, key) => known.has(keyOf(clip, key, returnedNames)));
}

const namesOf = ({ media }: Timeline): ReadonlyMap<string, string> =>
  new Map(media.map(({ mediaId, fileName }) => [mediaId, foldName(fileName)]));
