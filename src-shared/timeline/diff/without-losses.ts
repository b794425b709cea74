import { clipExtras } from '../clip-extras.ts';
import type { Loss } from '../losses.ts';
import { openFadesOf, stillIds, withEndsMoved } from '../placement.ts';
import { type Clip, type ClipTransition, type Gap, primaryTrackIndex, type Timeline } from '../timeline.ts';

type Items = readonly (Clip | Gap)[];

/** Facts about a track that losses depend on. */
interface TrackFacts {
  /** True for the track of the pictures that the sequence is cut by. */
  readonly isPrimary: boolean;
  /** Media without a length of their own. */
  readonly stills: ReadonlySet<string>;
}

type Project = (items: Items, facts: TrackFacts) => Items;

const eachClip =
  (change: (clip: Clip) => Clip): Project =>
  (items) =>
    items.map((item) => (item.kind === 'clip' ? change(item) : item));

function without(key: keyof Clip): (clip: Clip) => Clip {
  return (clip) => {
    if (clip[key] === undefined) return clip;
    const kept = { ...clip };
    Reflect.deleteProperty(kept, key);
    return kept;
  };
}

const styled = (change: (transition: ClipTransition) => ClipTransition): Project =>
  eachClip((clip) => (clip.transition ? { ...clip, transition: change(clip.transition) } : clip));

/** Moves each cut within its transition: one clip gets longer as the other gets shorter. */
const cutsAt =
  (wanted: (transition: ClipTransition) => number): Project =>
  (items, { stills }) => {
    const laterOf = (item: Clip | Gap | undefined): number =>
      item?.kind === 'clip' && item.transition
        ? wanted(item.transition) - (item.transition.framesBeforeCut ?? 0)
        : 0;
    return items.map((item, index) => {
      const [later, longer] = [laterOf(item), laterOf(items[index + 1])];
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

const withoutFadesAtTransitions: Project = (items) =>
  items.map((item, index) => {
    if (item.kind === 'gap' || !item.fades) return item;
    return { ...without('fades')(item), ...clipExtras({ fades: openFadesOf(item, items[index + 1]) }) };
  });

/** Remainder of a track after a loss that a comparison would see, by loss. */
const projections: Partial<Record<Loss, Project>> = {
  CLIP_MARKERS: eachClip(without('markers')),
  OTHER_TRANSITIONS: (items, facts) =>
    facts.isPrimary ? items : eachClip(without('transition'))(items, facts),
  TRANSITION_STYLES: styled((transition) => ({ ...transition, style: 'FADE' })),
  POP_TRANSITIONS: styled((transition) =>
    transition.style === 'POP' ? { ...transition, style: 'FADE' } : transition,
  ),
  CUTS_WITHIN_TRANSITIONS: cutsAt(half),
  UNEVEN_CUTS_WITHIN_TRANSITIONS: cutsAt((transition) => {
    const { durationFrames, framesBeforeCut = 0 } = transition;
    return [0, durationFrames].includes(framesBeforeCut) ? framesBeforeCut : half(transition);
  }),
  MOTION: eachClip(without('motion')),
  LEVELS: eachClip(without('levels')),
  FADES: eachClip(without('fades')),
  FADES_AT_TRANSITIONS: withoutFadesAtTransitions,
  DISABLED_CLIPS: eachClip(without('isDisabled')),
};

/** Removes from a cut everything that the losses take, so that two cuts differ only by edits. */
export function withoutLosses(timeline: Timeline, losses: ReadonlySet<Loss>): Timeline {
  const primary = primaryTrackIndex(timeline.tracks);
  const stills = stillIds(timeline.media);
  const active = [...losses].flatMap((loss) => projections[loss] ?? []);
  const tracks = timeline.tracks.map((track, index) => ({
    ...track,
    items: active.reduce<Items>(
      (items, project) => project(items, { isPrimary: index === primary, stills }),
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
