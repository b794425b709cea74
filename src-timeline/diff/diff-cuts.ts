import { withCarriedItems } from '../model/carried-items.ts';
import { type Loss, losses, lossesOf, lossesOnWay } from '../model/losses.ts';
import { type Timeline, timelineDurationFrames } from '../model/timeline.ts';
import { captionEdits } from './caption-edits.ts';
import { clipDrafts } from './clip-drafts.ts';
import {
  describeCaptions,
  describeDrafts,
  describeItem,
  describeLoss,
  describeMarker,
  describeSetting,
  type Setting,
} from './describe.ts';
import type { Edit, EditMessage, LackingKind } from './edit.ts';
import { itemEdits, type ItemPair, matchItems } from './item-edits.ts';
import { markerEdits } from './marker-edits.ts';
import {
  type Cut,
  type CutEvent,
  type DiffOptions,
  endOf,
  type EventPair,
  straightSpanOf,
} from './match/cut-event.ts';
import { lackingKinds, withoutKinds } from './match/lacking-kinds.ts';
import { matchEvents } from './match/match.ts';
import { mediaKeysOf } from './match/media-keys.ts';
import { frameRatio, normaliseCuts } from './match/normalise.ts';
import { withCarriedEffects } from './match/own-effects.ts';
import { deliveredMarkers, returnedMarkers } from './match/placed-markers.ts';
import { isOn, positionsOfOthers, positionsOfPictures } from './match/positions.ts';
import { withoutLostMarkers } from './match/returned-markers.ts';
import { deliveredScenes, type Scenes, scenesOf } from './match/scenes.ts';
import { lastStartingBy, timeMapOf } from './match/time-map.ts';
import { type Explained, explainUnmatched, withWholeSpans } from './match/unmatched.ts';
import { withoutDeliveredLosses, withoutLosses } from './match/without-losses.ts';
import { settingEdits } from './setting-edits.ts';
import { withSlides } from './slid-pictures.ts';
import { topMessages } from './top-edits.ts';

export interface CutDiff {
  /** Ordered by place in the delivered cut; losses of the formats come last. */
  readonly edits: readonly Edit[];
  /** The most important edits, at most five. */
  readonly summary: readonly EditMessage[];
  readonly matched: MatchedCuts;
}

/** Both cuts, with the pairs of matching clips. */
export interface MatchedCuts {
  readonly old: Cut;
  readonly now: Cut;
  /** Includes each clip with each of its pieces, and with its replacement. */
  readonly pairs: readonly EventPair[];
  readonly itemPairs: readonly ItemPair[];
  readonly scenes: Scenes;
}

/**
 * Losses of parts that the returned cut has only if somebody set them in the editor: clips that are off, of which
 * `clipDrafts` leaves out those that are on again, and markers.
 */
const setByEditors: ReadonlySet<Loss> = new Set(['DISABLED_CLIPS', 'MARKERS', 'CLIP_MARKERS']);

/** Compares two cuts and returns the edits that turn the first into the second, in frames of the first one's rate. */
export function diffCuts(before: Timeline, after: Timeline, options: DiffOptions = {}): CutDiff {
  const lost = new Set(lossesOnWay(options));
  if (options.hasCaptions) lost.delete('CAPTIONS');
  const taken = new Set([...lost].filter((loss) => !setByEditors.has(loss)));
  const lacking = lackingKinds(before, after, options.formats).filter(
    (kind) => kind !== 'CAPTIONS' || !options.hasCaptions,
  );
  const withItems = withItemsCarried(before, after, options);
  const carried = withoutLostMarkers(withoutKinds(withItems, lacking), after, lost);
  const { edits: found, matched } = editsBetween(
    withCarriedEffects(withoutLosses(carried, taken), options.formats ?? []),
    withoutDeliveredLosses(after, before, taken),
    options,
  );
  const isLoss = ({ kind }: Edit): boolean => kind === 'format-loss';
  const settings = settingEdits(before, after, options.formats ?? []).map((setting) =>
    describeSetting(setting, before.frameRate, timelineDurationFrames(before)),
  );
  const edits = [...settings, ...found.filter((edit) => !isLoss(edit))];
  const lostParts = [...found.filter(isLoss), ...lossesBetween(before, after, lacking, options)];
  return { edits: [...edits, ...lostParts], summary: topMessages(edits), matched };
}

/** Leaves out the items without media that the formats lose. Editors that export no markers do not return their titles. */
function withItemsCarried(before: Timeline, after: Timeline, { formats = [] }: DiffOptions): Timeline {
  const carried = formats.reduce(withCarriedItems, before);
  return (after.markers ?? []).length > 0 ? carried : { ...carried, markers: before.markers ?? [] };
}

/** Lists the losses of this particular cut in the formats on the way. */
function lossesBetween(
  before: Timeline,
  after: Timeline,
  lacking: readonly LackingKind[],
  { formats = [], lost = [], hasCaptions = false }: DiffOptions,
): readonly Edit[] {
  const onWay = lossesOnWay({ formats, lost });
  const isKept = (loss: Loss): boolean => hasCaptions && loss === 'CAPTIONS';
  const lostParts = formats.flatMap((format) => {
    const possible = [...losses[format], ...lost].filter((loss) => onWay.has(loss) && !isKept(loss));
    const remaining = new Set(lossesOf(after, format, possible));
    return lossesOf(before, format, possible).filter((loss) => !remaining.has(loss));
  });
  return [...new Set([...lacking, ...lostParts])].map((loss) => describeLoss(loss, before.frameRate));
}

/**
 * Returns the tolerance for places, in frames. Frames of one rate fall between those of another, and xmeml rounds if
 * seconds do not divide into frames; the other formats are exact at any rate.
 */
function toleranceOf(before: Timeline, after: Timeline, { formats = [] }: DiffOptions): number {
  const isRounded = before.frameRate.denominator !== 1 && formats.includes('PREMIERE_XML');
  return isRounded || frameRatio(after.frameRate, before.frameRate) !== 1 ? 1 : 0;
}

/** Returns all pairs of `Explained` as one list. */
function allPairs({ pairs, replaced, splits, joins }: Explained): readonly EventPair[] {
  const ofPieces = [
    ...splits.flatMap(({ pair, pieces }) => pieces.map((after) => ({ before: pair.before, after }))),
    ...joins.flatMap(({ pair, pieces }) => pieces.map((before) => ({ before, after: pair.after }))),
  ];
  const inPieces = new Set([...splits, ...joins].map(({ pair }) => pair));
  return [...pairs.filter((pair) => !inPieces.has(pair)), ...replaced, ...ofPieces];
}

function editsBetween(
  before: Timeline,
  after: Timeline,
  options: DiffOptions,
): Pick<CutDiff, 'edits' | 'matched'> {
  const lost = lossesOnWay(options);
  const tolerance = toleranceOf(before, after, options);
  const keys = mediaKeysOf(before, after, options);
  const { old, now } = normaliseCuts(before, after, (id) => keys.get(id) ?? id);
  const matches = matchEvents(old, now);
  const explained = explainUnmatched(matches, old.primaryIndex, tolerance);
  const pairs = [...explained.pairs, ...explained.replaced];
  const pictures = pairs.filter(isOn(old.primaryIndex));
  const spans = withWholeSpans(pictures, explained.splits);
  const map = timeMapOf(spans);
  const links = linksOf(spans);
  const moves = [
    ...positionsOfPictures(old, now, pairs, tolerance),
    ...positionsOfOthers(old, now, pairs, { map, links, tolerance }),
  ];
  const drafts = [
    ...withSlides(moves, explained, old.primaryIndex, tolerance),
    ...clipDrafts(explained, { old, now }, tolerance, options),
  ];
  const matched = { old, now, pairs: allPairs(explained) };
  const scenes = scenesOf(deliveredScenes(before, options.sceneStarts), { ...matched, pictures });
  const setting: Setting = { rate: before.frameRate, scenes, old, now };
  const ratio = frameRatio(after.frameRate, before.frameRate);
  const isGone = isWithin(old, explained.gone);
  const isFresh = isWithin(now, explained.fresh);
  const captions = captionEdits(before.captionTracks, after.captionTracks, {
    map,
    tolerance,
    ratio,
    isGone,
    isFresh,
    isRespoken: isOverReplacedSound(explained),
  });
  const markers = markerEdits(deliveredMarkers(before, old.events, pairs), returnedMarkers(after, ratio), {
    map,
    tolerance,
    isGone,
    hasOneText: lost.has('MARKER_NOTES'),
  });
  const aroundItems = { map, tolerance, losesSwitches: lost.has('DISABLED_CLIPS') };
  const items = matchItems(old.items, now.items, aroundItems);
  const edits = [
    ...describeDrafts(drafts, setting),
    ...describeCaptions(captions, setting),
    ...markers.map((edit) => describeMarker(edit, setting)),
    ...itemEdits(items, aroundItems).map((edit) => describeItem(edit, setting)),
  ].toSorted((a, b) => placeOf(a) - placeOf(b) || Number(isSound(a)) - Number(isSound(b)));
  return { edits, matched: { ...matched, itemPairs: items.pairs, scenes } };
}

const isSound = ({ trackKinds }: Edit): boolean => trackKinds[0] === 'audio';
const placeOf = ({ before, after }: Edit): number => (before ?? after)?.startFrame ?? 0;

/** Maps each link of a picture and its sound to the picture. */
function linksOf(pictures: readonly EventPair[]): ReadonlyMap<string, EventPair> {
  return new Map(
    pictures.flatMap((pair) => {
      const { linkId } = pair.before.clip;
      return linkId === null ? [] : [[linkId, pair] as const];
    }),
  );
}

/** Returns whether the linked sound at a delivered frame was replaced. */
function isOverReplacedSound({ replaced }: Explained): (frame: number) => boolean {
  const sounds = replaced.flatMap(({ before }) =>
    before.trackKind === 'audio' && before.clip.linkId !== null ? [before] : [],
  );
  return (frame) => sounds.some((one) => one.startFrame <= frame && frame < endOf(one));
}

/** Returns whether the sound and words at a frame belong to one of some pictures of a cut. */
function isWithin({ tracks, primaryIndex }: Cut, events: readonly CutEvent[]): (frame: number) => boolean {
  const pictures = events
    .filter(({ trackIndex }) => trackIndex === primaryIndex)
    .toSorted((a, b) => a.startFrame - b.startFrame);
  const spans = pictures.map((one) => straightSpanOf(one, tracks[primaryIndex]?.[one.order + 1]));
  const starts = spans.map(({ startFrame }) => startFrame);
  return (frame) => {
    const span = spans[lastStartingBy(starts, frame)];
    return span !== undefined && frame < span.endFrame;
  };
}
