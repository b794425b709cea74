import type { ReturnChoices, ReturnUpdate } from '../../../src-shared/contract/return.ts';
import { isSame } from '../../../src-timeline/diff/match/is-same.ts';
import { mergeCuts } from '../../../src-timeline/merge/merge-cuts.ts';
import type {
  Lacking,
  MediaHashes,
  MergeCuts,
  MergeResult,
  Three,
} from '../../../src-timeline/merge/merge-types.ts';
import type { Loss } from '../../../src-timeline/model/losses.ts';
import type { Timeline, TimelineFormat } from '../../../src-timeline/model/timeline.ts';
import type { VersionInFolder } from '../../deliveries/version/manifest.ts';
import { readDeliveredCut } from '../read/delivered-cut.ts';
import { lackingCaptions, readReturnedCut, type ReturnedCut, type SeenReturn } from '../read/returned-cut.ts';
import { MediaPlaces } from './media-places.ts';

/** An update of an edit, with the versions that it needs. */
export interface EditToUpdate extends SeenReturn {
  readonly choices: ReturnChoices;
  /** The version with the project's newest cut; null where it is missing. */
  readonly newCut: VersionInFolder | null;
  /** The version with the project's cut that the edit began with; null where it is missing. */
  readonly base: VersionInFolder | null;
}

/** A returned cut with the project's later changes. */
export interface UpdatedEdit {
  /** The version with the project's newest cut. */
  readonly newCut: VersionInFolder;
  readonly cuts: MergeCuts;
  readonly hashes: Three<MediaHashes>;
  readonly formats: readonly TimelineFormat[];
  /** What the editor loses beyond these formats. */
  readonly lost: readonly Loss[];
  /** True if captions came with the edit, whether or not its formats hold any. */
  readonly hasCaptions: boolean;
  readonly sceneStarts: readonly number[];
  readonly result: MergeResult;
  /** Paths of the result's media, on the disk and in the version. */
  readonly places: MediaPlaces;
}

/** The reason why an edit cannot be updated. */
export interface NotUpdated {
  readonly blocker: NonNullable<ReturnUpdate['blocker']>;
  readonly newCut: VersionInFolder | null;
  /** The returned cut. */
  readonly cut: Timeline;
}

/**
 * Merges the project's changes since the version an edit began with into the edit. Writes no file.
 * @throws as `readReturnedCut` and `readDeliveredCut`.
 */
export async function updateEdit(
  { choices, newCut, base, ...seen }: EditToUpdate,
  hashFile: (path: string) => Promise<string>,
): Promise<UpdatedEdit | NotUpdated> {
  const returned = await readReturnedCut(seen, hashFile);
  const cut = returned.timeline;
  if (base === null) return { blocker: 'no-base', newCut, cut };
  if (newCut === null || isSameCut(newCut, base)) return { blocker: 'up-to-date', newCut, cut };
  const isOwn = base.folder === seen.record.versionFolder;
  const before = isOwn ? returned.delivered : await readDeliveredCut(base.folder, base.manifest);
  const places = new MediaPlaces({ folder: seen.record.versionFolder, manifest: returned.manifest });
  // Uses the frame rate of the edit's delivery, not the current setting.
  const { timing } = base.manifest;
  const theirs = await readDeliveredCut(newCut.folder, { ...newCut.manifest, timing });
  const cuts = inOneLanguage({
    base: places.locate(before.timeline, base),
    ours: cut,
    theirs: places.locate(theirs.timeline, newCut),
  });
  if (!isSame(cuts.base.frameRate, cut.frameRate) || !isSame(cuts.base.frameRate, cuts.theirs.frameRate))
    return { blocker: 'other-rate', newCut, cut };
  const hashes = {
    base: places.hashesOf(cuts.base),
    ours: new Map([...places.hashesOf(cuts.ours), ...returned.hashes]),
    theirs: places.hashesOf(cuts.theirs),
  };
  const { formats, lost, captionsBeside } = returned.returned;
  const hasCaptions = captionsBeside !== null;
  const { sceneStarts } = before;
  const decisions = new Map(Object.entries(choices));
  const lacking = lackingOf(returned);
  const result = mergeCuts(cuts, { decisions, hashes, formats, lost, sceneStarts, lacking });
  return { newCut, cuts, hashes, formats, lost, hasCaptions, sceneStarts, result, places };
}

export function isSameCut({ manifest }: VersionInFolder, base: VersionInFolder): boolean {
  const { deliveryId, cutId } = manifest;
  return deliveryId === base.manifest.deliveryId || (cutId !== null && cutId === base.manifest.cutId);
}

/** Finds captions and markers that did not return although nobody removed them, or that stayed while scenes moved. */
function lackingOf(cut: ReturnedCut): Lacking {
  const { returned, delivered, timeline } = cut;
  const isLeftAlone = isSame(timeline.captionTracks, returned.delivered.captionTracks);
  return {
    ...(isLeftAlone ? { captions: true } : lackingCaptions(cut)),
    markers: !isSame(returned.delivered.markers ?? [], delivered.timeline.markers ?? []),
  };
}

/** If documents do not name the language of their only captions, assumes that of the other cuts. */
function inOneLanguage(cuts: MergeCuts): MergeCuts {
  const all = [cuts.base, cuts.theirs, cuts.ours];
  const known = all
    .flatMap(({ captionTracks }) => captionTracks)
    .map(({ languageCode }) => languageCode)
    .find((code) => code !== 'und');
  const isPlain = all.every(({ captionTracks }) => captionTracks.length <= 1);
  if (known === undefined || !isPlain) return cuts;
  const named = (cut: Timeline): Timeline => ({
    ...cut,
    captionTracks: cut.captionTracks.map((track) =>
      track.languageCode === 'und' ? { ...track, languageCode: known } : track,
    ),
  });
  return { base: named(cuts.base), ours: named(cuts.ours), theirs: named(cuts.theirs) };
}
