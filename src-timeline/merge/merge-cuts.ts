import { isSame } from '../diff/match/is-same.ts';
import { withoutLosses } from '../diff/match/without-losses.ts';
import { withoutImpossibleTransitions } from '../model/check-timeline.ts';
import { type FormatsOnWay, type Loss, lossesOnWay } from '../model/losses.ts';
import { usedMedia, withoutLoneLinks, clipsOfTracks } from '../model/placement.ts';
import type { MediaReference, Timeline, Track, Clip } from '../model/timeline.ts';
import { arrangeBase, arrangeOther, type Restore } from './arrangement.ts';
import { layOut, placePictures } from './lay-out.ts';
import { mergeCaptions } from './merge-captions.ts';
import { mergeItems } from './merge-items.ts';
import { MergeLog } from './merge-log.ts';
import { mergeMarkers } from './merge-markers.ts';
import { mergeMedia } from './merge-media.ts';
import { mergeNodes } from './merge-nodes.ts';
import { mergeOrder } from './merge-order.ts';
import {
  type Lacking,
  lacksLanguage,
  type MergeCuts,
  type MergeOptions,
  type MergeResult,
} from './merge-types.ts';
import { linksOfTheirs, type Merge, trackKey } from './merged-node.ts';
import { decideRemovals } from './removals.ts';
import { withinStretch, wholeClip } from './stretch.ts';
import { threeWay } from './three-way.ts';

const movesCuts = (loss: Loss): boolean =>
  loss === 'CUTS_WITHIN_TRANSITIONS' || loss === 'UNEVEN_CUTS_WITHIN_TRANSITIONS';

/**
 * Moves the cuts within the transitions of the delivered cut and the project's as the formats on the way moved those of
 * the edit. Every frame stays the same.
 */
function withCutsMoved({ base, ours, theirs }: MergeCuts, onWay: FormatsOnWay): MergeCuts {
  const moving = new Set([...lossesOnWay(onWay)].filter(movesCuts));
  return { base: withoutLosses(base, moving), ours, theirs: withoutLosses(theirs, moving) };
}

const keys = ['motion', 'levels', 'fades', 'transition', 'isDisabled', 'markers'] as const;

/**
 * Restores properties of a clip that the formats on its way cannot hold. If a property equals the formats' version of
 * the delivered clip, or of its stretch, nobody has changed it.
 */
function restoreLosses(base: Timeline, onWay: FormatsOnWay): Restore | undefined {
  const losses = lossesOnWay(onWay);
  if (losses.size === 0) return undefined;
  const lost = withoutLosses(base, losses);
  // Except for captions and markers, losses leave the clips in place, so that both lists match.
  const carried = clipsOfTracks(lost.tracks);
  const carriedOf = new Map(clipsOfTracks(base.tracks).map((clip, index) => [clip, carried[index]]));
  return (delivered, returned, stretch) => {
    const carriedClip = carriedOf.get(delivered);
    if (!carriedClip || carriedClip === delivered) return returned;
    const partOf = (clip: Clip): Clip => withinStretch(clip, wholeClip, stretch, returned.durationFrames);
    const whole = partOf(delivered);
    const lost = partOf(carriedClip);
    const kept = keys.filter(
      (key) => whole[key] !== undefined && !isSame(whole[key], lost[key]) && isSame(returned[key], lost[key]),
    );
    return { ...returned, ...Object.fromEntries(kept.map((key) => [key, whole[key]])) };
  };
}

/**
 * Carries the project's changes since the delivery into the editor's cut. The same decisions give the same cut; an
 * undecided conflict stays as the editor has it.
 * @throws RangeError when the cuts differ in their rate.
 */
export function mergeCuts(given: MergeCuts, options: MergeOptions = {}): MergeResult {
  const { sceneStarts, lacking = { captions: false, markers: false } } = options;
  const cuts = withCutsMoved(given, options);
  const { base, ours, theirs } = cuts;
  if (!isSame(base.frameRate, ours.frameRate) || !isSame(base.frameRate, theirs.frameRate))
    throw new RangeError('Cuts of different rates cannot be merged.');
  if (isSame(ours, theirs)) return { cut: ours, carried: [], notCarried: [], conflicts: [] };
  const log = new MergeLog(options.decisions ?? new Map());
  const media = mergeMedia(cuts, options);
  const delivered = arrangeBase(base, sceneStarts);
  const restore = restoreLosses(base, options);
  const arranged = {
    base: delivered,
    ours: arrangeOther(delivered, ours, { keyOf: media.oursKeyOf, side: 'ours', restore }),
    theirs: arrangeOther(delivered, theirs, { keyOf: media.theirsKeyOf, side: 'theirs' }),
  };
  const parts = { ...arranged, log, lacking };
  const merge = { ...parts, media, removals: decideRemovals(parts), links: linksOfTheirs(arranged) };
  const merged = mergedCut(cuts, merge);
  // A cut that only one side changed is taken unchanged from that side, except for the parts that it lacks.
  const cut = isSame(base, theirs)
    ? withLacking(ours, merged, lacking)
    : isSame(base, ours)
      ? given.theirs
      : merged;
  return { cut, ...log.result };
}

function withLacking(ours: Timeline, merged: Timeline, lacking: Lacking): Timeline {
  const { markers } = merged;
  const own = ours.captionTracks.filter(({ languageCode }) => !lacksLanguage(lacking, languageCode));
  const languages = [...merged.captionTracks, ...own].map(({ languageCode }) => languageCode);
  const captionTracks = [...new Set(languages)].flatMap((languageCode) => {
    const { captionTracks: tracks } = lacksLanguage(lacking, languageCode) ? merged : ours;
    return tracks.find((track) => track.languageCode === languageCode) ?? [];
  });
  return {
    ...ours,
    ...(lacking.captions && { captionTracks }),
    ...(lacking.markers && markers && { markers }),
  };
}

function mergedCut({ base, ours, theirs }: MergeCuts, merge: Merge): Timeline {
  const nodes = mergeNodes(merge);
  const primary = trackKey(merge.base, 'base', merge.base.primaryIndex);
  const pictures = nodes.filter(({ track }) => track === primary);
  const order = mergeOrder(merge, new Set(pictures.map(({ id }) => id)), merge.log);
  const map = placePictures(order, new Map(nodes.map((node) => [node.id, node])), merge);
  const laid = withoutLoneLinks(layOut(merge, nodes, order, map));
  const { media, tracks } = withTransitions(laid, merge);
  const settingsOf = ({ width, height, startFrame, isDropFrame, audioRate }: Timeline) => ({
    width,
    height,
    startFrame,
    isDropFrame,
    audioRate,
  });
  const settings = { base: settingsOf(base), ours: settingsOf(ours), theirs: settingsOf(theirs) };
  const about = { key: 'settings', subject: theirs.name };
  const markers = mergeMarkers(merge, map);
  const items = mergeItems(merge, map, tracks);
  return {
    ...ours,
    ...threeWay(settings, 'sequence', about, merge.log),
    media,
    tracks,
    captionTracks: mergeCaptions(merge, map),
    ...((ours.markers || markers.length > 0) && { markers }),
    ...((ours.itemsWithoutMedia || items.length > 0) && { itemsWithoutMedia: items }),
  };
}

/**
 * Turns transitions that their clips no longer have frames for into cuts, and lists them. A transition vanishes with the
 * clip before it: then there is nothing to decide, and only a new one is listed.
 */
function withTransitions(
  tracks: readonly Track[],
  { base, media, log }: Merge,
): { readonly media: readonly MediaReference[]; readonly tracks: readonly Track[] } {
  const all = [...media.byId.values()];
  const possible = withoutImpossibleTransitions(tracks, all);
  const isDelivered = ({ mediaId, transition }: Clip): boolean =>
    [...base.byId.values()].some(
      ({ event }) =>
        media.byKey.get(event.mediaKey)?.mediaId === mediaId && isSame(event.clip.transition, transition),
    );
  for (const [track, { name, items }] of tracks.entries())
    for (const [index, item] of items.entries()) {
      if (item.kind === 'gap' || item === possible[track]?.items[index]) continue;
      const about = { key: `${name} ${String(index)}`, subject: item.name };
      if (items[index - 1]?.kind === 'clip') log.decide('transition', about);
      else if (!isDelivered(item)) log.omit('transition', about);
    }
  const used = usedMedia({ media: all, tracks: possible });
  return { tracks: possible, media: [...new Set([...media.kept, ...used])] };
}
