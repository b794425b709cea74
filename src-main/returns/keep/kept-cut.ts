import { AppError } from '../../../src-shared/app-error.ts';
import { isSame } from '../../../src-timeline/diff/match/is-same.ts';
import { mergeCuts } from '../../../src-timeline/merge/merge-cuts.ts';
import type { Lacking } from '../../../src-timeline/merge/merge-types.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';
import { lackingCaptions, readReturnedCut, type ReturnedCut, type SeenReturn } from '../read/returned-cut.ts';
import { MediaPlaces, type SharedFile } from './media-places.ts';
import { type EditToUpdate, updateEdit } from './update-edit.ts';

/** A cut that is ready to be written. */
export interface KeptCut {
  /** Media of the version are at their paths in it, all others at absolute locations. */
  readonly timeline: Timeline;
  readonly files: readonly SharedFile[];
  /** Files outside the version to copy into the new one: sizes in bytes by absolute path. */
  readonly toCollect: ReadonlyMap<string, number>;
  /** Id of the delivery whose project cut it contains. */
  readonly basedOn: string;
}

/** A return to keep as it is, or with an update. */
export interface CutToKeep extends SeenReturn {
  /** Null to keep it as returned. */
  readonly update: (Omit<EditToUpdate, keyof SeenReturn> & { readonly deliveryId: string }) | null;
}

/**
 * Reads the cut of a return that becomes a version.
 * @throws as `readReturnedCut`; AppError `conflict` when the project's newest version changed or a conflict is undecided.
 */
export async function readKeptCut(
  { update, ...seen }: CutToKeep,
  hashFile: (path: string) => Promise<string>,
): Promise<KeptCut> {
  if (update) return readUpdatedCut({ ...seen, ...update }, hashFile);
  const cut = await readReturnedCut(seen, hashFile);
  const { manifest } = cut;
  const places = new MediaPlaces({ folder: seen.record.versionFolder, manifest });
  const lacking = { ...lackingCaptions(cut), markers: false };
  const timeline = lacking.captions ? withDeliveredCaptions(cut, places, lacking) : cut.timeline;
  return {
    timeline,
    files: places.filesFor(timeline),
    toCollect: new Map(seen.record.collects ? cut.outside : []),
    basedOn: manifest.basedOn ?? manifest.deliveryId,
  };
}

/** Adds the delivered captions that a returned cut lacks to it, with their scenes. A cut of another rate stays as it is. */
function withDeliveredCaptions(
  { delivered: { timeline: base, sceneStarts }, timeline: ours, hashes, returned }: ReturnedCut,
  places: MediaPlaces,
  lacking: Lacking,
): Timeline {
  if (!isSame(base.frameRate, ours.frameRate)) return ours;
  const delivered = places.hashesOf(base);
  const known = { base: delivered, ours: new Map([...places.hashesOf(ours), ...hashes]), theirs: delivered };
  const { formats, lost } = returned;
  return mergeCuts({ base, ours, theirs: base }, { hashes: known, formats, lost, sceneStarts, lacking }).cut;
}

async function readUpdatedCut(
  { deliveryId, ...edit }: EditToUpdate & { readonly deliveryId: string },
  hashFile: (path: string) => Promise<string>,
): Promise<KeptCut> {
  const update = await updateEdit(edit, hashFile);
  if ('blocker' in update && update.blocker === 'up-to-date')
    throw new AppError('conflict', 'The project is as it was sent.', { details: { reason: 'same_cut' } });
  if ('blocker' in update || update.newCut.manifest.deliveryId !== deliveryId)
    throw new AppError('conflict', 'The project has a newer version by now.');
  const { cut, conflicts } = update.result;
  if (conflicts.some(({ id }) => edit.choices[id] === undefined))
    throw new AppError('conflict', 'Some conflicts are not decided.', { details: { reason: 'undecided' } });
  return { ...update.places.settle(cut, update.cuts), toCollect: new Map(), basedOn: deliveryId };
}
